//! Moments as HTTP headers have them.

use std::time::{Duration, SystemTime};

use poppy::host::Timestamp;

/// The last moment that HTTP has a name for: the end of the year 9999.
const LAST: i64 = 253_402_300_799;

/// A moment as an HTTP date (RFC 9110 section 5.6.7), cut to the second; one that HTTP cannot name
/// becomes the nearest that it can.
pub(crate) fn http(moment: Timestamp) -> String {
    let seconds = moment.seconds().clamp(0, LAST).unsigned_abs();
    httpdate::fmt_http_date(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_moment_has_a_date() {
        let now = Timestamp(1_790_000_000_999);
        assert_eq!(http(now), "Mon, 21 Sep 2026 14:13:20 GMT");
        assert_eq!(http(Timestamp(i64::MIN)), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(http(Timestamp(i64::MAX)), "Fri, 31 Dec 9999 23:59:59 GMT");
    }
}
