//! How large the page is drawn. The page asks for a step; the window draws it so, and remembers it.

use serde::{Deserialize, Serialize};
use tauri::{Manager as _, WebviewWindow};

use crate::kept::Keeper;

/// How large, in percent: one of [`STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u16", into = "u16")]
pub(crate) struct Zoom(u16);

/// What can be chosen, in percent.
const STEPS: [u16; 14] = [
    50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400,
];

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ZoomStep {
    Larger,
    Smaller,
    Actual,
}

impl Default for Zoom {
    fn default() -> Self {
        Self(100)
    }
}

/// The step next to what was written down.
impl From<u16> for Zoom {
    fn from(percent: u16) -> Self {
        let nearest = STEPS.into_iter().min_by_key(|step| step.abs_diff(percent));
        nearest.map_or_else(Self::default, Self)
    }
}

impl From<Zoom> for u16 {
    fn from(zoom: Zoom) -> Self {
        zoom.0
    }
}

impl Zoom {
    fn after(self, step: ZoomStep) -> Self {
        let next = match step {
            ZoomStep::Larger => STEPS.into_iter().find(|step| *step > self.0),
            ZoomStep::Smaller => STEPS.into_iter().rev().find(|step| *step < self.0),
            ZoomStep::Actual => return Self::default(),
        };
        next.map_or(self, Self)
    }

    fn factor(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// Draws the page as large as it was last.
pub(crate) fn take_again(window: &WebviewWindow, zoom: Zoom) -> tauri::Result<()> {
    window.set_zoom(zoom.factor())
}

/// Draws the page a step larger or smaller. Gives how large it is now, in percent.
pub(crate) fn change(window: &WebviewWindow, step: ZoomStep) -> tauri::Result<u16> {
    let zoom = window.state::<Keeper>().change(|kept| {
        kept.zoom = kept.zoom.after(step);
        kept.zoom
    });
    window.set_zoom(zoom.factor())?;
    Ok(zoom.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_from_50_to_400_percent_and_back() {
        let mut zoom = Zoom::default();
        let mut seen = vec![zoom.0];
        for step in [ZoomStep::Smaller, ZoomStep::Larger] {
            for _ in 0..STEPS.len() {
                zoom = zoom.after(step);
                seen.push(zoom.0);
            }
        }
        assert_eq!(
            (seen.iter().min(), seen.iter().max()),
            (Some(&50), Some(&400))
        );
        assert_eq!(zoom.after(ZoomStep::Larger), zoom, "there is no larger one");
        assert_eq!(zoom.after(ZoomStep::Actual), Zoom::default());
    }

    #[test]
    fn what_was_written_down_is_never_drawn_out_of_reach() {
        for (written, drawn) in [(0, 50), (100, 100), (120, 125), (u16::MAX, 400)] {
            assert_eq!(u16::from(Zoom::from(written)), drawn);
        }
    }
}
