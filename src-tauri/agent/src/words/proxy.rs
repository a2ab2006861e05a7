//! What a person is told when the proxy this machine is set to use is at fault, and not the Company:
//! the message of each code, by what was being done.

/// Whether a code blames the proxy.
pub(super) fn is_at_fault(code: &str) -> bool {
    code.starts_with("proxy-")
}

/// Of what waits to be sent.
pub(super) fn sent_nothing(code: &str) -> &'static str {
    match code {
        "proxy-unreachable" => "proxy-unreachable-sent",
        "proxy-credentials" => "proxy-credentials-sent",
        "proxy-unusable" => "proxy-unusable-sent",
        _ => "proxy-refused-sent",
    }
}

/// Of a sign-in.
pub(super) fn signed_nothing_in(code: &str) -> &'static str {
    match code {
        "proxy-unreachable" => "proxy-unreachable-signed-in",
        "proxy-credentials" => "proxy-credentials-signed-in",
        "proxy-unusable" => "proxy-unusable-signed-in",
        _ => "proxy-refused-signed-in",
    }
}

/// Of something asked for that is not tried again by itself.
pub(super) fn did_nothing(code: &str) -> &'static str {
    match code {
        "proxy-unreachable" => "proxy-unreachable-asked",
        "proxy-credentials" => "proxy-credentials-asked",
        "proxy-unusable" => "proxy-unusable-asked",
        _ => "proxy-refused-asked",
    }
}

/// Of a published file.
pub(super) fn could_not_look(code: &str) -> &'static str {
    match code {
        "proxy-unreachable" => "proxy-unreachable-looked",
        "proxy-credentials" => "proxy-credentials-looked",
        "proxy-unusable" => "proxy-unusable-looked",
        _ => "proxy-refused-looked",
    }
}
