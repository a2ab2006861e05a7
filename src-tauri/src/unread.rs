//! How much is unread, where it is seen without looking at the window: in its title, and on its icon
//! where the system draws that. A number only: no Company has a word there.

use candor_agent::page::CompanyItem;
use tauri::{AppHandle, Manager as _};

use crate::window::MAIN;

/// What the window is called.
const NAME: &str = "Candor";
/// More than this is not told apart.
const MOST: i64 = 999;

/// Shows how much is unread at all Companies that are not blocked.
pub(crate) fn show(app: &AppHandle, companies: &[CompanyItem]) {
    let Some(window) = app.get_webview_window(MAIN) else {
        return;
    };
    let unread = of(companies);
    let shown = window.set_title(&title(unread));
    #[cfg(not(windows))]
    let shown = shown.and_then(|()| window.set_badge_count((unread > 0).then_some(unread)));
    // Windows has no numbers on icons: a dot is laid over it.
    #[cfg(windows)]
    let shown = shown.and_then(|()| window.set_overlay_icon((unread > 0).then(dot)));
    if let Err(error) = shown {
        tracing::warn!("how much is unread could not be shown: {error}");
    }
}

fn of(companies: &[CompanyItem]) -> i64 {
    let counted = companies.iter().filter(|company| !company.blocked);
    counted.fold(0, |sum, company| sum.saturating_add(company.unread.max(0)))
}

fn title(unread: i64) -> String {
    match unread {
        0 => NAME.to_owned(),
        1..=MOST => format!("({unread}) {NAME}"),
        _ => format!("({MOST}+) {NAME}"),
    }
}

/// A full circle in the colour of what is unread.
#[cfg(windows)]
fn dot() -> tauri::image::Image<'static> {
    const SIZE: i32 = 16;
    let inside = |x: i32, y: i32| {
        let (dx, dy) = (2 * x + 1 - SIZE, 2 * y + 1 - SIZE);
        dx * dx + dy * dy <= SIZE * SIZE
    };
    let pixels = (0..SIZE)
        .flat_map(|y| (0..SIZE).map(move |x| (x, y)))
        .flat_map(|(x, y)| [0xB3, 0x26, 0x1E, if inside(x, y) { 0xFF } else { 0 }])
        .collect();
    tauri::image::Image::new_owned(pixels, SIZE.unsigned_abs(), SIZE.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn the_title_says_how_much_is_unread() {
        assert_eq!(title(0), "Candor");
        assert_eq!(title(1), "(1) Candor");
        assert_eq!(title(999), "(999) Candor");
        assert_eq!(title(i64::MAX), "(999+) Candor");
    }
}
