//! What a Company may be told of the User's circumstances (`context`, draft 0.2 section 7.4): nothing
//! until the User turns it on, for each Company, and then exactly what was shown.

use poppy::client::Context;

use super::Core;
use crate::error::AgentError;
use crate::page::{CompanyId, ContextChoice, ContextView};

/// The longest locale and time zone, in bytes.
const LONGEST: usize = 64;

/// What is known of this machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    locale: Option<String>,
    time_zone: Option<String>,
}

impl Core {
    /// Takes what the window knows of this machine. What is no locale (BCP 47) or time zone (IANA)
    /// is as if it were not known.
    pub(crate) fn set_surroundings(&self, locale: Option<&str>, time_zone: Option<&str>) {
        let kept = |text: Option<&str>, also: &str| {
            let fits = |text: &&str| {
                (1..=LONGEST).contains(&text.len())
                    && text.starts_with(|c: char| c.is_ascii_alphabetic())
                    && text
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || also.contains(c))
            };
            text.filter(fits).map(str::to_owned)
        };
        *super::locked(&self.surroundings) = Surroundings {
            locale: kept(locale, "-"),
            time_zone: kept(time_zone, "/_+-"),
        };
    }

    /// What goes with the next message to a Company.
    pub(crate) async fn context(&self, company: CompanyId) -> Result<Context, AgentError> {
        let choice = self.store.context(company).await?;
        let known = super::locked(&self.surroundings).clone();
        Ok(Context {
            locale: known.locale.filter(|_| choice.locale),
            time_zone: known.time_zone.filter(|_| choice.time_zone),
            user_available: choice.availability.then_some(true),
        })
    }

    /// The same, for the User to read before it is sent.
    pub(crate) async fn context_view(&self, company: CompanyId) -> Result<ContextView, AgentError> {
        self.company(company).await?;
        let choice: ContextChoice = self.store.context(company).await?;
        let context = self.context(company).await?;
        let known = super::locked(&self.surroundings).clone();
        let json = serde_json::to_string_pretty(&context).ok();
        Ok(ContextView {
            choice,
            locale: known.locale,
            time_zone: known.time_zone,
            will_send: json.filter(|_| !context.is_empty()),
        })
    }
}
