//! The desktop's notification service (Desktop Notifications Specification 1.2,
//! `org.freedesktop.Notifications`).

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use candor_agent::language::say;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use zbus::zvariant::Value;

use super::words::Note;

/// How long the service is waited for, which the desktop may have to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// The action that a click on the notification itself means.
const CLICK: &str = "default";

#[zbus::proxy(
    interface = "org.freedesktop.Notifications",
    default_service = "org.freedesktop.Notifications",
    default_path = "/org/freedesktop/Notifications",
    gen_blocking = false
)]
trait Notifications {
    fn get_capabilities(&self) -> zbus::Result<Vec<String>>;

    #[allow(clippy::too_many_arguments, reason = "the specification has them")]
    fn notify(
        &self,
        app_name: &str,
        replaces_id: u32,
        app_icon: &str,
        summary: &str,
        body: &str,
        actions: &[&str],
        hints: HashMap<&str, Value<'_>>,
        expire_timeout: i32,
    ) -> zbus::Result<u32>;

    fn close_notification(&self, id: u32) -> zbus::Result<()>;

    #[zbus(signal)]
    fn action_invoked(&self, id: u32, action_key: String) -> zbus::Result<()>;
}

/// The service, and the clicks that it tells of.
pub(super) struct Service {
    proxy: NotificationsProxy<'static>,
    /// The service reads bodies as markup.
    markup: bool,
    /// The numbers of the notifications that are clicked.
    pub(super) clicks: BoxStream<'static, u32>,
}

impl Service {
    /// Finds the service; `None`: this desktop has none.
    pub(super) async fn connect() -> Option<Self> {
        within(async {
            let bus = zbus::Connection::session().await?;
            let proxy = NotificationsProxy::new(&bus).await?;
            let clicks = proxy.receive_action_invoked().await?;
            let capabilities = proxy.get_capabilities().await?;
            let clicks = clicks.filter_map(|signal| async move {
                let said = signal.args().ok()?;
                (said.action_key == CLICK).then_some(said.id)
            });
            Ok(Self {
                proxy,
                markup: capabilities.iter().any(|able| able == "body-markup"),
                clicks: clicks.boxed(),
            })
        })
        .await
    }

    /// Shows a note, in the place of another unless `replaces` is 0. Gives its number.
    pub(super) async fn show(&mut self, replaces: u32, note: &Note) -> Option<u32> {
        let body = if self.markup {
            escaped(&note.body)
        } else {
            note.body.clone()
        };
        let hints = HashMap::from([("category", Value::from("im.received"))]);
        let open = say("notify-open", &[]);
        let actions = [CLICK, open.as_str()];
        within(self.proxy.notify(
            "Candor",
            replaces,
            "candor",
            &note.summary,
            &body,
            &actions,
            hints,
            -1,
        ))
        .await
    }

    /// Takes a notification back. One that is gone already is no error.
    pub(super) async fn close(&mut self, id: u32) {
        let _ = tokio::time::timeout(PATIENCE, self.proxy.close_notification(id)).await;
    }
}

async fn within<T>(asked: impl Future<Output = zbus::Result<T>>) -> Option<T> {
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(value)) => Some(value),
        Ok(Err(error)) => {
            tracing::warn!("the desktop shows no notification: {error}");
            None
        }
        Err(_) => {
            tracing::warn!("the desktop's notification service does not answer");
            None
        }
    }
}

/// Text as markup that shows just that text: no Company's word is read as a tag or a link.
fn escaped(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&apos;"),
            other => markup.push(other),
        }
    }
    markup
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_is_left_that_markup_could_be_made_of() {
        let text = escaped("<a href=\"https://x.example\">it's & </a>");
        assert_eq!(
            text,
            "&lt;a href=&quot;https://x.example&quot;&gt;it&apos;s &amp; &lt;/a&gt;"
        );
    }
}
