//! What response headers say about time: how long to wait, and how long a document keeps.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Response;

/// The longest wait that is believed. A Company may ask for more; nobody will sit it out.
const MAX_WAIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date, which is counted from the answer's
/// own `Date` so that two clocks need not agree.
pub(crate) fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.header("retry-after")?.trim();
    let wait = if is_digits(value) {
        // More digits than fit are a very long time.
        Duration::from_secs(value.parse().unwrap_or(u64::MAX))
    } else {
        let until = date(value)?;
        let now = date(response.header("date")?)?;
        until.saturating_sub(now)
    };
    Some(wait.min(MAX_WAIT))
}

/// How long an answer may be used without asking again (RFC 9111 section 4.2), for a cache of one
/// User: `no-store` and `no-cache` not at all, else `max-age`, else `Expires`, less its `Age`.
/// Without any of these, or where one cannot be read, not at all.
pub(crate) fn freshness(response: &Response) -> Duration {
    let directives: Vec<_> = response
        .all_headers("cache-control")
        .flat_map(|value| value.split(','))
        .map(|directive| directive.trim().to_ascii_lowercase())
        .collect();
    let forbids = |name: &str| {
        directives
            .iter()
            .any(|d| d == name || d.starts_with(&format!("{name}=")))
    };
    if forbids("no-store") || forbids("no-cache") {
        return Duration::ZERO;
    }
    let max_age = directives
        .iter()
        .filter_map(|d| d.strip_prefix("max-age="))
        // RFC 9111 section 4.2.1: what contradicts itself is taken to be stale sooner.
        .map(|value| seconds(value.trim_matches('"')).unwrap_or_default())
        .min();
    let lifetime = max_age.or_else(|| expires(response)).unwrap_or_default();
    let age = response.header("age").and_then(|v| seconds(v.trim()));
    lifetime.saturating_sub(age.unwrap_or_default())
}

/// When an answer was sent by its sender's clock (`Date`), in milliseconds since the Unix epoch. The
/// header is exact to a second.
pub(crate) fn sent_at(response: &Response) -> Option<i64> {
    i64::try_from(date(response.header("date")?)?.as_millis()).ok()
}

fn expires(response: &Response) -> Option<Duration> {
    let expires = date(response.header("expires")?)?;
    let now = date(response.header("date")?)?;
    Some(expires.saturating_sub(now))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn seconds(text: &str) -> Option<Duration> {
    is_digits(text).then(|| Duration::from_secs(text.parse().unwrap_or(u64::MAX)))
}

/// An HTTP date, as the time since the Unix epoch.
fn date(text: &str) -> Option<Duration> {
    let time: SystemTime = httpdate::parse_http_date(text).ok()?;
    time.duration_since(UNIX_EPOCH).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: (&str, &str) = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");

    fn response(headers: &[(&str, &str)]) -> Response {
        Response {
            status: 200,
            headers: headers
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
                .collect(),
            body: Vec::new(),
        }
    }

    #[test]
    fn retry_after_reads_both_forms() {
        let minute_later = ("retry-after", "Sun, 06 Nov 1994 08:50:37 GMT");
        for (headers, wait) in [
            (vec![("retry-after", "7")], Some(Duration::from_secs(7))),
            (vec![("retry-after", "0")], Some(Duration::ZERO)),
            (
                vec![("retry-after", "99999999999999999999999")],
                Some(MAX_WAIT),
            ),
            (vec![minute_later, DATE], Some(Duration::from_secs(60))),
            (
                vec![("retry-after", "Sun, 06 Nov 1994 08:48:37 GMT"), DATE],
                Some(Duration::ZERO),
            ),
            (vec![minute_later], None),
            (vec![("retry-after", "-7"), DATE], None),
            (vec![("retry-after", ""), DATE], None),
            (vec![DATE], None),
        ] {
            assert_eq!(retry_after(&response(&headers)), wait, "{headers:?}");
        }
    }

    #[test]
    fn freshness_is_rfc_9111s() {
        let hour = ("expires", "Sun, 06 Nov 1994 09:49:37 GMT");
        for (headers, lasts) in [
            (vec![], 0),
            (vec![("cache-control", "max-age=600")], 600),
            (vec![("cache-control", "public, Max-Age=\"600\"")], 600),
            (vec![("cache-control", "max-age=600"), ("age", "100")], 500),
            (vec![("cache-control", "max-age=600"), ("age", "700")], 0),
            (vec![("cache-control", "max-age=600, no-store")], 0),
            (
                vec![
                    ("cache-control", "max-age=600"),
                    ("cache-control", "no-cache"),
                ],
                0,
            ),
            (
                vec![("cache-control", "no-cache=\"set-cookie\", max-age=9")],
                0,
            ),
            (vec![("cache-control", "max-age=5, max-age=600")], 5),
            (vec![("cache-control", "max-age=soon"), hour, DATE], 0),
            (vec![("cache-control", "s-maxage=600")], 0),
            (vec![hour, DATE], 3600),
            (vec![hour, DATE, ("age", "600")], 3000),
            (vec![("cache-control", "max-age=60"), hour, DATE], 60),
            (vec![("expires", "0"), DATE], 0),
            (vec![hour], 0),
        ] {
            assert_eq!(
                freshness(&response(&headers)),
                Duration::from_secs(lasts),
                "{headers:?}"
            );
        }
    }
}
