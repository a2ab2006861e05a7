//! Opening a page: the one place where anything leaves the program for the system's browser.

use std::io;
#[cfg(not(windows))]
use std::time::Duration;

use candor_agent::error::ErrorReport;
use candor_agent::language::say;
use poppy::links::{Link, Verdict};

/// Opens exactly `link.opens` in the User's own browser.
///
/// # Errors
///
/// `link-refused` for a link that is never opened, else as [`open`].
pub(crate) async fn open_link(link: Link) -> Result<(), ErrorReport> {
    match (link.verdict, link.opens) {
        (Verdict::Open | Verdict::Warn, Some(url)) => open(url).await,
        _ => Err(report("link-refused", "error-link-refused")),
    }
}

/// So long a failure of what opens the page is waited for: a browser that cannot run says so after a
/// moment. What still runs then is taken to have opened it.
#[cfg(not(windows))]
const FAILS_WITHIN: Duration = Duration::from_secs(3);

/// Opens an address that the core has checked, as one argument and with no shell, in the User's own
/// browser.
///
/// # Errors
///
/// `no-browser` when the system opens none, as far as it says so within a few seconds.
pub(crate) async fn open(url: String) -> Result<(), ErrorReport> {
    open_by(move || system_opens(&url)).await
}

/// With the system's own means, which may block.
async fn open_by(
    opener: impl FnOnce() -> io::Result<()> + Send + 'static,
) -> Result<(), ErrorReport> {
    match tauri::async_runtime::spawn_blocking(opener).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(report("no-browser", "error-no-browser")),
    }
}

/// The programs that open addresses on this system are tried one after the other.
#[cfg(not(windows))]
fn system_opens(url: &str) -> io::Result<()> {
    open::that_detached_with_timeout(url, FAILS_WITHIN)
}

/// Windows says at once whether there is a browser; only this way is no shell in between.
#[cfg(windows)]
fn system_opens(url: &str) -> io::Result<()> {
    open::that_detached(url)
}

fn report(code: &str, message: &str) -> ErrorReport {
    ErrorReport {
        code: code.into(),
        message: say(message, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_does_not_start_is_told_of() {
        let opened = |outcome: io::Result<()>| {
            tauri::async_runtime::block_on(open_by(move || outcome)).map_err(|error| error.code)
        };
        assert_eq!(opened(Ok(())), Ok(()));
        let failed = io::Error::other("xdg-open exited with 4");
        assert_eq!(opened(Err(failed)), Err("no-browser".to_owned()));
    }
}
