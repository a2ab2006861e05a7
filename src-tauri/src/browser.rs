//! Opening a page: the one place where anything leaves the program for the system's browser.

use candor_agent::error::ErrorReport;
use poppy::links::{Link, Verdict};

/// Opens exactly `link.opens` in the User's own browser.
///
/// # Errors
///
/// `link-refused` for a link that is never opened, else as [`open`].
pub(crate) async fn open_link(link: Link) -> Result<(), ErrorReport> {
    match (link.verdict, link.opens) {
        (Verdict::Open | Verdict::Warn, Some(url)) => open(url).await,
        _ => Err(report("link-refused", "Candor does not open this link.")),
    }
}

/// Opens an address that the core has checked, as one argument and with no shell, in the User's own
/// browser.
///
/// # Errors
///
/// `no-browser` when the system opens none.
pub(crate) async fn open(url: String) -> Result<(), ErrorReport> {
    // Starting another program may block.
    let started = tauri::async_runtime::spawn_blocking(move || {
        tauri_plugin_opener::open_url(url, None::<&str>)
    });
    match started.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(report(
            "no-browser",
            "No browser could be started on this computer. Copy the link and open it in one yourself.",
        )),
    }
}

fn report(code: &str, message: &str) -> ErrorReport {
    ErrorReport {
        code: code.into(),
        message: message.into(),
    }
}
