//! What the User chose for this program, and what is unread in a conversation.

use super::Agent;
use crate::error::AgentError;
use crate::page::{ConversationKey, CoreEvent, Settings, SettingsChange, Unread};
use crate::store::meta_name;

/// How many unread entries are given at once.
const UNREAD: usize = 50;

/// What cannot be read back is as if nothing had been chosen.
fn read(kept: Option<&str>) -> Settings {
    kept.and_then(|kept| serde_json::from_str(kept).ok())
        .unwrap_or_default()
}

fn changed(mut settings: Settings, change: SettingsChange) -> Settings {
    match change {
        SettingsChange::Language(language) => settings.language = language,
        SettingsChange::Notifications(notifications) => settings.notifications = notifications,
    }
    settings
}

impl Agent {
    /// What the User chose.
    pub async fn settings(&self) -> Result<Settings, AgentError> {
        let kept = self.core.store.meta(meta_name::SETTINGS).await?;
        Ok(read(kept.as_deref()))
    }

    /// Changes one choice, gives all of them and tells of it.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotALanguage`] for a language that is no tag.
    pub async fn change_settings(&self, change: SettingsChange) -> Result<Settings, AgentError> {
        if let SettingsChange::Language(Some(language)) = &change
            && !crate::core::is_locale(language)
        {
            return Err(AgentError::NotALanguage);
        }
        let work = move |kept: Option<&str>| {
            let settings = changed(read(kept), change);
            let json = serde_json::to_string(&settings).unwrap_or_default();
            (json, settings)
        };
        let store = &self.core.store;
        let settings = store.change_meta(meta_name::SETTINGS, work).await?;
        self.core.emit(CoreEvent::Settings {
            settings: settings.clone(),
        });
        // What was said before is said in the other language now.
        if self.core.speak(settings.language.as_deref()) {
            self.core.emit(CoreEvent::Resync);
        }
        Ok(settings)
    }

    /// What is unread in a conversation; `None`: nothing is, or its Company is blocked. Unlike
    /// opening it, this changes nothing.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotFound`].
    pub async fn unread(
        &self,
        conversation: ConversationKey,
    ) -> Result<Option<Unread>, AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        let store = &self.core.store;
        let Some(first) = store.first_unread(conversation).await? else {
            return Ok(None);
        };
        let (_, first) = self.entry(conversation, first).await?;
        let newest = store.entries_before(conversation, i64::MAX, UNREAD);
        let (mut newest, _) = newest.await?;
        newest.retain(|entry| entry.position >= first.position);
        if company.blocked {
            return Ok(None);
        }
        Ok(Some(Unread {
            entries: self.present_all(&newest, &company),
            company: self.core.shown_company(&company).await?,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Notifications;

    #[test]
    fn what_cannot_be_read_back_is_not_chosen_and_the_rest_is() {
        for nothing in [
            None,
            Some(""),
            Some("[]"),
            Some("{\"notifications\":\"loud\"}"),
        ] {
            assert_eq!(read(nothing), Settings::default());
        }
        assert_eq!(Settings::default().notifications, Notifications::Off);
        let earlier = read(Some("{\"notifications\":\"with_content\",\"gone\":1}"));
        assert_eq!(earlier.notifications, Notifications::WithContent);
        assert_eq!(earlier.language, None);
    }
}
