//! What a Company offers for signing in, and what a card shows of it.

use poppy::documents::company::{Auth, Company};
use poppy::signin::{self, Method};

use crate::page::{ScopeItem, SignInAsk, SignInMethod, SignInOffer};
use crate::present;

/// The most scopes that are shown.
const MAX_SCOPES: usize = 100;

/// A way to sign in, for the window.
pub(crate) fn shown(method: Method) -> SignInMethod {
    match method {
        Method::Device => SignInMethod::Device,
        Method::Direct => SignInMethod::Direct,
    }
}

/// The ways this Company offers that this agent knows, the natural one first.
pub(crate) fn methods(company: &Company) -> Vec<SignInMethod> {
    let offered = company.auth.as_ref().map(signin::offered);
    offered.into_iter().flatten().map(shown).collect()
}

/// What a card shows. `needed`: the scopes the Company asks for, as sent; `None`: the User asks, for
/// anything that is offered. `comes_back`: whether the User's browser can lead back to this agent.
pub(crate) fn ask(company: &Company, needed: Option<&str>, comes_back: bool) -> SignInAsk {
    let offers = |auth: &Auth| {
        let offered = signin::offered(auth).into_iter();
        offered
            .map(|method| offer(auth, method, needed, comes_back))
            .collect()
    };
    SignInAsk {
        company: present::name(company),
        company_domain: poppy::links::shown_domain(company.domain.as_str()),
        offers: company.auth.as_ref().map(offers).unwrap_or_default(),
    }
}

fn offer(auth: &Auth, method: Method, needed: Option<&str>, comes_back: bool) -> SignInOffer {
    let scopes = signin::scopes(auth, method, needed);
    SignInOffer {
        method: shown(method),
        scopes: items(auth, &scopes.ask),
        not_offered: items(auth, &scopes.not_offered),
        ready: method == Method::Device || comes_back,
    }
}

/// Scopes with the Company's words for them.
pub(crate) fn items(auth: &Auth, scopes: &[String]) -> Vec<ScopeItem> {
    let item = |scope: &String| ScopeItem {
        scope: present::phrase(scope),
        words: auth
            .custom_scopes
            .get(scope)
            .map(|words| present::phrase(words)),
    };
    scopes.iter().take(MAX_SCOPES).map(item).collect()
}
