//! What to be careful about before a link is opened: every reason that holds, but for its title.

use std::collections::{HashMap, HashSet};

use url::Host;

use super::refusal::Destination;
use super::{CompanySites, Reason, Relation, letters};
use crate::domain::{self, SuffixKind};

/// A host longer than this, or of more labels, hides what it is among what it is not.
const MAX_OCTETS: usize = 60;
const MAX_LABELS: usize = 6;

/// The registrable domains that are the Company's own. A Company whose domain is itself a public
/// suffix owns none: the names under it are other people's. Kept so that a message of many links
/// from a Company of many domains costs no more than their sum.
pub(super) struct Own {
    domains: HashSet<String>,
    /// What each reads like, with which it is; of several that read alike the first by name.
    readings: HashMap<String, String>,
    /// How many labels they have.
    label_counts: HashSet<usize>,
}

impl Own {
    pub(super) fn of(sites: &CompanySites) -> Self {
        let all = std::iter::once(&sites.domain).chain(&sites.poppy_domains);
        let domains: HashSet<String> = all.filter_map(|site| registrable(site)).collect();
        let mut by_name: Vec<&String> = domains.iter().collect();
        by_name.sort_unstable_by(|a, b| b.cmp(a));
        let readings = by_name
            .into_iter()
            .map(|own| (letters::reading(own), own.clone()));
        Self {
            readings: readings.collect(),
            label_counts: domains.iter().map(|own| own.split('.').count()).collect(),
            domains,
        }
    }

    pub(super) fn relation(&self, domain: Option<&str>) -> Relation {
        match domain {
            Some(domain) if self.domains.contains(domain) => Relation::Company,
            _ => Relation::Other,
        }
    }

    /// The one that reads like `domain`, or stands as labels inside `host`.
    pub(super) fn resembled_by(&self, host: &str, domain: Option<&str>) -> Option<&str> {
        let alike = domain.and_then(|domain| self.readings.get(&letters::reading(domain)));
        alike.or_else(|| self.standing_in(host)).map(String::as_str)
    }

    /// The one that stands as labels inside `host`.
    fn standing_in(&self, host: &str) -> Option<&String> {
        let labels: Vec<&str> = host.split('.').collect();
        let within = |count: &usize| {
            labels
                .windows(*count)
                .find_map(|l| self.domains.get(&l.join(".")))
        };
        self.label_counts.iter().find_map(within)
    }
}

/// The registrable domain of a site as a document names it.
fn registrable(site: &str) -> Option<String> {
    match Host::parse(site).ok()? {
        Host::Domain(name) => {
            let name = name.strip_suffix('.').unwrap_or(&name);
            domain::registrable(name).map(str::to_owned)
        }
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}

/// The reasons for care, in no order.
pub(super) fn reasons(to: &Destination, relation: Relation, own: &Own) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let mut add = |holds: bool, reason| {
        if holds {
            reasons.push(reason);
        }
    };
    add(to.is_address, Reason::IpAddress);
    // The parser leaves out the port that is usual for the scheme.
    add(to.url.port().is_some(), Reason::UnusualPort);
    if relation == Relation::Other && !to.is_address {
        let (host, domain) = (to.host.as_str(), to.domain());
        add(
            letters::has_international_label(host),
            Reason::InternationalName,
        );
        add(looks_alike(host, domain, own), Reason::LookAlike);
        add(domain.is_none(), Reason::BareSuffix);
        let lent = domain::suffix_kind(host) == Some(SuffixKind::Private);
        add(domain.is_some() && lent, Reason::SharedHosting);
        let long = host.len() > MAX_OCTETS || host.split('.').count() > MAX_LABELS;
        add(long, Reason::LongName);
    }
    reasons
}

fn looks_alike(host: &str, domain: Option<&str>, own: &Own) -> bool {
    letters::has_misleading_label(host) || own.resembled_by(host, domain).is_some()
}
