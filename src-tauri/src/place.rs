//! Where the window stands: kept, and taken again at the next start if a screen is still there.

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager as _, PhysicalPosition, PhysicalSize, WebviewWindow, WindowEvent};

use crate::kept::Keeper;

/// Where a window stands, in the screen's own pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    /// It fills the screen; the rest is where it goes when it no longer does.
    maximised: bool,
}

/// A part of a screen, in its own pixels.
#[derive(Clone, Copy, Debug)]
struct Area {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

/// So much of the window's upper edge must be on a screen for it to be seen and dragged.
const GRIP_WIDTH: i64 = 120;
const GRIP_HEIGHT: i64 = 40;
/// No window is smaller than this.
const LEAST: u32 = 200;

impl Place {
    /// This place as far as these screens can show it: no larger than the screen it is on. `None`: it is
    /// on none of them any longer.
    fn on(self, screens: &[Area]) -> Option<Self> {
        if self.width < LEAST || self.height < LEAST {
            return None;
        }
        let (x, y) = (i64::from(self.x), i64::from(self.y));
        let screen = screens.iter().find(|screen| {
            let seen = (x + i64::from(self.width)).min(screen.x + screen.width) - x.max(screen.x);
            let top = y >= screen.y && y + GRIP_HEIGHT <= screen.y + screen.height;
            top && seen >= GRIP_WIDTH
        })?;
        let at_most = |size: u32, most: i64| size.min(u32::try_from(most).unwrap_or(size));
        Some(Self {
            width: at_most(self.width, screen.width),
            height: at_most(self.height, screen.height),
            ..self
        })
    }

    #[cfg(test)]
    pub(crate) fn some() -> Self {
        Self {
            x: 40,
            y: 50,
            width: 900,
            height: 700,
            maximised: false,
        }
    }
}

/// Puts the window, which is hidden still, where it stood last.
pub(crate) fn take_again(window: &WebviewWindow, place: Option<Place>) -> tauri::Result<()> {
    let screens: Vec<Area> = window
        .available_monitors()?
        .iter()
        .map(|monitor| Area {
            x: monitor.position().x.into(),
            y: monitor.position().y.into(),
            width: monitor.size().width.into(),
            height: monitor.size().height.into(),
        })
        .collect();
    let Some(place) = place.and_then(|place| place.on(&screens)) else {
        return Ok(());
    };
    window.set_size(PhysicalSize::new(place.width, place.height))?;
    window.set_position(PhysicalPosition::new(place.x, place.y))?;
    if place.maximised {
        window.maximize()?;
    }
    Ok(())
}

/// Remembers from now on where the window stands.
pub(crate) fn watch(window: &WebviewWindow) {
    let app = window.app_handle().clone();
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::Moved(_) | WindowEvent::Resized(_)) {
            remember(&app);
        }
    });
}

/// One that is hidden, minimised or in full screen stands nowhere that is worth coming back to.
fn remember(app: &AppHandle) {
    let Some(window) = app.get_webview_window(crate::window::MAIN) else {
        return;
    };
    let is = |state: tauri::Result<bool>| state.unwrap_or(false);
    if !is(window.is_visible()) || is(window.is_minimized()) || is(window.is_fullscreen()) {
        return;
    }
    let maximised = is(window.is_maximized());
    let (Ok(position), Ok(size)) = (window.outer_position(), window.inner_size()) else {
        return;
    };
    app.state::<Keeper>().change(|kept| match &mut kept.place {
        Some(place) if maximised => place.maximised = true,
        place => {
            *place = Some(Place {
                x: position.x,
                y: position.y,
                width: size.width,
                height: size.height,
                maximised,
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Area = Area {
        x: 0,
        y: 0,
        width: 1280,
        height: 800,
    };
    const LEFT_OF_IT: Area = Area {
        x: -1920,
        y: 0,
        width: 1920,
        height: 1080,
    };

    fn at(x: i32, y: i32) -> Place {
        Place {
            x,
            y,
            ..Place::some()
        }
    }

    #[test]
    fn a_window_comes_back_only_to_where_it_can_be_seen_and_dragged() {
        assert_eq!(at(40, 50).on(&[SCREEN]), Some(at(40, 50)));
        assert_eq!(at(-700, 0).on(&[SCREEN]), Some(at(-700, 0)));
        for gone in [
            at(-850, 0),
            at(1200, 0),
            at(0, -1),
            at(0, 790),
            at(i32::MAX, i32::MAX),
            at(i32::MIN, i32::MIN),
        ] {
            assert_eq!(gone.on(&[SCREEN]), None, "{gone:?}");
        }
        assert!(at(-1800, 20).on(&[SCREEN, LEFT_OF_IT]).is_some());
        assert_eq!(at(-1800, 20).on(&[SCREEN]), None, "that screen is gone");
        assert_eq!(at(40, 50).on(&[]), None, "no screen is known");
    }

    #[test]
    fn a_window_is_no_larger_than_its_screen_and_none_is_too_small_to_find() {
        let large = Place {
            width: 5000,
            height: u32::MAX,
            ..Place::some()
        };
        let fitted = large.on(&[SCREEN]).map(|place| (place.width, place.height));
        assert_eq!(fitted, Some((1280, 800)));
        let none = Place {
            width: 0,
            ..Place::some()
        };
        assert_eq!(none.on(&[SCREEN]), None);
    }
}
