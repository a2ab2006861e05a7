//! What a person sees and does in the window.

use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::program::PATIENCE;

/// A window that is held.
pub struct Window {
    /// The page in it.
    pub page: Client,
}

impl Window {
    /// The first element that fits, once there is one.
    ///
    /// # Panics
    ///
    /// When none comes.
    pub async fn see(&self, css: &str) -> Element {
        match self
            .page
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css(css))
            .await
        {
            Ok(element) => element,
            Err(error) => panic!("{css} is not on the page: {error}\n{}", self.body().await),
        }
    }

    /// Presses an element, once it can be pressed.
    ///
    /// # Panics
    ///
    /// When it cannot be.
    pub async fn press(&self, locator: Locator<'_>) {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let pressed = match self.page.find(locator).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            let Err(error) = pressed else { return };
            assert!(
                tokio::time::Instant::now() < deadline,
                "{locator:?} cannot be pressed: {error}\n{}",
                self.body().await
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until a script gives `true`.
    ///
    /// # Panics
    ///
    /// When it does not.
    pub async fn until(&self, what: &str, script: &str) {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let answer = self.run(script).await;
            if answer == Value::Bool(true) {
                return;
            }
            if tokio::time::Instant::now() > deadline {
                panic!("{what}: still not so ({answer})\n{}", self.body().await);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Runs a script in the page and gives what it returns.
    ///
    /// # Panics
    ///
    /// When the script fails.
    pub async fn run(&self, script: &str) -> Value {
        self.page
            .execute(script, Vec::new())
            .await
            .expect("the script runs")
    }

    /// Runs a script that ends by calling its last argument.
    ///
    /// # Panics
    ///
    /// When the script fails.
    pub async fn run_async(&self, script: &str) -> Value {
        self.page
            .execute_async(script, Vec::new())
            .await
            .expect("the script runs")
    }

    /// All text on the page, as it is shown.
    pub async fn body(&self) -> String {
        let text = self
            .page
            .execute("return document.body.innerText", Vec::new())
            .await;
        text.ok()
            .and_then(|text| text.as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    /// Writes a message and sends it with Enter.
    ///
    /// # Panics
    ///
    /// When there is no place to write.
    pub async fn say(&self, text: &str) {
        let composer = self.see("textarea:enabled").await;
        composer
            .send_keys(&format!("{text}\u{E007}"))
            .await
            .expect("the composer takes text");
    }
}
