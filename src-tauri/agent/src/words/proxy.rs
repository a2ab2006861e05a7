//! What a person is told when the proxy this machine is set to use is at fault, and not the Company.

/// Whether a code blames the proxy.
pub(super) fn is_at_fault(code: &str) -> bool {
    code.starts_with("proxy-")
}

/// What is said of what waits to be sent. `company` is isolated.
pub(super) fn sent_nothing(code: &str, company: &str) -> String {
    format!(
        "{} so nothing was sent to {company}. {}",
        what_is_wrong(code),
        way_on(code)
    )
}

/// What is said of a sign-in. `company` is isolated.
pub(super) fn signed_nothing_in(code: &str, company: &str) -> String {
    format!(
        "{} so {company} was not reached and nothing was signed in. Begin again when that is put \
         right.",
        what_is_wrong(code)
    )
}

/// What is said of something asked for that is not tried again by itself. `company` is isolated.
pub(super) fn did_nothing(code: &str, company: &str) -> String {
    format!(
        "{} so {company} was not reached and this was not done. Ask again when that is put right.",
        what_is_wrong(code)
    )
}

/// What is said of a published file.
pub(super) fn could_not_look(code: &str, url: &str) -> String {
    format!(
        "{} so {url} could not be looked at from here. Check again when that is put right.",
        what_is_wrong(code)
    )
}

/// Half a sentence.
fn what_is_wrong(code: &str) -> &'static str {
    match code {
        "proxy-unreachable" => "The proxy in this machine's network settings cannot be reached,",
        "proxy-credentials" => {
            "The proxy in this machine's network settings wants a user name and a password, or others \
             than it got,"
        }
        "proxy-unusable" => {
            "This machine's network settings name a proxy of a kind that Candor cannot use,"
        }
        _ => "The proxy in this machine's network settings made no connection,",
    }
}

fn way_on(code: &str) -> &'static str {
    match code {
        "proxy-credentials" | "proxy-unusable" => {
            "Correct the settings and start Candor again; what waits is sent then."
        }
        "proxy-unreachable" => {
            "Candor tries again by itself. If the settings are wrong, correct them and start Candor \
             again."
        }
        _ => {
            "Candor tries again by itself. If it stays so, ask whoever runs the proxy whether it lets \
             the Company through."
        }
    }
}
