//! What a Company offers for signing in, and what a card shows of it.

use poppy::documents::company::{Auth, Company};

use crate::page::{ScopeItem, SignInAsk, SignInMethod, SignInOffer};
use crate::present;

/// The ways to sign in, the natural one for a desktop first.
const METHODS: [SignInMethod; 2] = [SignInMethod::Device, SignInMethod::Direct];
/// The most scopes that are shown or asked for.
const MAX_SCOPES: usize = 100;

/// The ways this Company offers that this agent knows (draft 0.2 section 4.4).
pub(crate) fn methods(company: &Company) -> Vec<SignInMethod> {
    let Some(auth) = &company.auth else {
        return Vec::new();
    };
    let offered = METHODS.into_iter();
    offered
        .filter(|method| listed(auth, *method).is_some())
        .collect()
}

/// The scopes listed for a way; `None`: the Company does not offer it.
fn listed(auth: &Auth, method: SignInMethod) -> Option<&[String]> {
    let (scopes, endpoint) = match method {
        SignInMethod::Device => (&auth.device, &auth.device_authorization_endpoint),
        SignInMethod::Direct => (&auth.direct, &auth.authorization_endpoint),
    };
    endpoint.as_ref().and(scopes.as_deref())
}

/// What a card shows. `asked`: the scopes the Company asks for, as sent; `None`: the User asks, for
/// anything that is offered. `identity`: whether one is published.
pub(crate) fn ask(company: &Company, asked: Option<&str>, identity: bool) -> SignInAsk {
    let offer = |method| Some(offer(company, method, asked, identity)).flatten();
    SignInAsk {
        company: present::name(company),
        company_domain: poppy::links::shown_domain(company.domain.as_str()),
        offers: METHODS.into_iter().filter_map(offer).collect(),
    }
}

fn offer(
    company: &Company,
    method: SignInMethod,
    asked: Option<&str>,
    identity: bool,
) -> Option<SignInOffer> {
    let auth = company.auth.as_ref()?;
    let listed = listed(auth, method)?;
    let (scopes, not_offered): (Vec<&str>, Vec<&str>) = match asked.map(words) {
        Some(asked) if !asked.is_empty() => asked
            .into_iter()
            .partition(|scope| listed.iter().any(|known| known == scope)),
        _ => (listed.iter().map(String::as_str).collect(), Vec::new()),
    };
    Some(SignInOffer {
        method,
        scopes: items(auth, scopes),
        not_offered: items(auth, not_offered),
        ready: method == SignInMethod::Device || identity,
    })
}

/// The scopes of a `scope` text, each once.
fn words(scope: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in scope.split(' ').filter(|word| !word.is_empty()) {
        if !words.contains(&word) && words.len() < MAX_SCOPES {
            words.push(word);
        }
    }
    words
}

/// Scopes with the Company's words for them.
pub(crate) fn items<'a>(auth: &Auth, scopes: impl IntoIterator<Item = &'a str>) -> Vec<ScopeItem> {
    let item = |scope: &str| ScopeItem {
        scope: present::phrase(scope),
        words: auth
            .custom_scopes
            .get(scope)
            .map(|words| present::phrase(words)),
    };
    scopes.into_iter().take(MAX_SCOPES).map(item).collect()
}
