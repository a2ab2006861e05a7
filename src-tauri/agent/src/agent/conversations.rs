//! What can be done with whole conversations.

use poppy::client::CallError;
use poppy::event::Receipt;

use super::Agent;
use crate::connect::{Connection, Unready};
use crate::error::AgentError;
use crate::page::{
    CompanyId, ContextChoice, ContextView, Conversation, ConversationItem, ConversationKey,
    SecretsState,
};
use crate::store::{CLOSED, CompanyRow, ConversationRow, Of};
use crate::{present, words};

/// What is asked of a Company about a conversation.
#[derive(Clone, Copy)]
enum Ask {
    Handoff,
    Close,
}

impl Agent {
    /// The conversation with a Company in which something happened last, even one that is over; a
    /// fresh one if there is none.
    /// While secrets are in memory, those that belong to kept ones are left alone.
    pub async fn open_conversation(&self, company: CompanyId) -> Result<Conversation, AgentError> {
        self.core.company(company).await?;
        match self.core.store.last_used(company, self.at_hand()).await? {
            Some(last) => self.conversation(last.id).await,
            None => self.new_conversation(company).await,
        }
    }

    /// The newest conversation with a Company that is not over and can go on with the secrets at
    /// hand, or a fresh one.
    pub async fn current_conversation(
        &self,
        company: CompanyId,
    ) -> Result<Conversation, AgentError> {
        self.core.company(company).await?;
        match self.core.store.newest_open(company, self.at_hand()).await? {
            Some(open) => self.conversation(open.id).await,
            None => self.new_conversation(company).await,
        }
    }

    /// The conversations that can go on with the secrets at hand.
    fn at_hand(&self) -> Of {
        match self.core.vault.shown() {
            SecretsState::Session => Of::InMemory,
            _ => Of::Any,
        }
    }

    /// A fresh conversation, beside any other.
    pub async fn new_conversation(&self, company: CompanyId) -> Result<Conversation, AgentError> {
        self.fresh(company, None).await
    }

    /// A fresh Direct Conversation under this one, in which the User talks to the Company's people
    /// (draft 0.2 section 7.10). The Company knows of it with its first message.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotBegun`] and [`AgentError::Closed`] for a conversation that cannot have one.
    pub async fn open_direct(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        let row = self.core.conversation(conversation).await?;
        if !row.is_open() {
            return Err(AgentError::Closed);
        }
        if row.remote.is_none() {
            return Err(AgentError::NotBegun);
        }
        // A Direct Conversation cannot have one of its own.
        let parent = row.parent.unwrap_or(row.id);
        self.fresh(row.company, Some(parent)).await
    }

    async fn fresh(
        &self,
        company: CompanyId,
        parent: Option<ConversationKey>,
    ) -> Result<Conversation, AgentError> {
        let row = self.core.company(company).await?;
        let store = &self.core.store;
        let conversation = match store.untouched(company, parent).await? {
            Some(untouched) => untouched,
            None => {
                let now = self.core.clock.now();
                store.add_conversation(company, parent, now).await?
            }
        };
        self.shown(&row, conversation).await
    }

    /// One conversation.
    pub async fn conversation(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        self.shown(&company, row).await
    }

    /// The conversations with a Company, newest first. A fresh one without a message is none yet.
    pub async fn conversations(
        &self,
        company: CompanyId,
    ) -> Result<Vec<ConversationItem>, AgentError> {
        self.core.conversations(company).await
    }

    /// Asks for a person of the Company. Done once the Company answered.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotBegun`], [`AgentError::Closed`], and [`AgentError::Told`] with what the
    /// Company answered, or why it could not be asked.
    pub async fn hand_off(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        let row = self.core.conversation(conversation).await?;
        self.ask(&row, Ask::Handoff).await?;
        self.conversation(conversation).await
    }

    /// Closes a conversation for good. One that the Company does not know of is closed here.
    ///
    /// # Errors
    ///
    /// As [`Agent::hand_off`].
    pub async fn close_conversation(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        let row = self.core.conversation(conversation).await?;
        if row.remote.is_none() && row.is_open() {
            let company = self.core.company(row.company).await?;
            let core = &self.core;
            core.end_conversation(&row, &company.company, CLOSED)
                .await?;
            core.tell_conversations(row.company).await?;
        } else {
            self.ask(&row, Ask::Close).await?;
        }
        self.conversation(conversation).await
    }

    async fn ask(&self, row: &ConversationRow, ask: Ask) -> Result<(), AgentError> {
        if !row.is_open() {
            return Err(AgentError::Closed);
        }
        if row.remote.is_none() {
            return Err(AgentError::NotBegun);
        }
        let core = &self.core;
        let company = core.company(row.company).await?;
        if core.limited(row.company).is_some() {
            return Err(told(
                "rate_limited",
                words::asked("rate_limited", &present::name(&company.company)),
            ));
        }
        let connected = core.connect(row.company).await;
        let (company, connection) = match connected {
            Ok((_, connection)) if row.account.as_ref() != Some(&connection.tag) => {
                return Err(self.unready(row, &Unready::OtherAccount).await);
            }
            Ok(ready) => ready,
            Err(Unready::Ours(error)) => return Err(error),
            Err(unready) => return Err(self.unready(row, &unready).await),
        };
        let answer = call(row, &connection, ask).await?;
        core.after_call(row.company, &connection).await?;
        match answer {
            Ok(receipt) => self.answered(row, receipt).await,
            Err(error) => Err(self.refused(row, &company, &error).await?),
        }
    }

    async fn answered(&self, row: &ConversationRow, receipt: Receipt) -> Result<(), AgentError> {
        let core = &self.core;
        core.store.stands(row.id, receipt).await?;
        core.tell_standing(row.id).await?;
        core.tell_conversations(row.company).await?;
        // What it says of this is read as any event.
        self.workers.of(core, row.id).read_anew();
        Ok(())
    }

    async fn refused(
        &self,
        row: &ConversationRow,
        company: &CompanyRow,
        error: &CallError,
    ) -> Result<AgentError, AgentError> {
        let core = &self.core;
        let code = error.code();
        if matches!(code, "conversation_not_found" | "conversation_closed") {
            core.end_conversation(row, &company.company, code).await?;
        }
        if let (CallError::Refused { retry_after, .. }, "rate_limited") = (error, code) {
            let wait = retry_after.unwrap_or(std::time::Duration::from_secs(1));
            core.limit(row.company, wait).await?;
        }
        core.ask_for_sign_in(row.id, company, error).await?;
        Ok(told(
            code,
            words::asked(code, &present::name(&company.company)),
        ))
    }

    async fn unready(&self, row: &ConversationRow, unready: &Unready) -> AgentError {
        let message = self.core.explain(row.company, unready).await;
        told(unready.code(), message)
    }

    /// Asks a Company before the limit it set is over, as the User chose: what waits is tried at once.
    ///
    /// # Errors
    ///
    /// [`AgentError::Told`] with `too-soon` for a limit so short that it is kept to whatever happens.
    pub async fn ask_now(&self, company: CompanyId) -> Result<(), AgentError> {
        self.core.ask_now(company).await
    }

    /// What a Company is told of the User's circumstances with the next message, exactly.
    pub async fn context(&self, company: CompanyId) -> Result<ContextView, AgentError> {
        self.core.context_view(company).await
    }

    /// Sets what a Company is told of the User's circumstances from the next message on.
    pub async fn set_context(
        &self,
        company: CompanyId,
        choice: ContextChoice,
    ) -> Result<ContextView, AgentError> {
        self.core.store.set_context(company, choice).await?;
        self.core.context_view(company).await
    }

    /// Says what the window knows of this machine's language (BCP 47) and time zone (IANA). Nobody
    /// is told unless the User turns it on. What is neither is as if it were not known. From then on
    /// people are spoken to in the language they chose, or else in this machine's.
    pub async fn set_surroundings(
        &self,
        locale: Option<&str>,
        time_zone: Option<&str>,
    ) -> Result<(), AgentError> {
        self.core.set_surroundings(locale, time_zone);
        self.core.speak(self.settings().await?.language.as_deref());
        Ok(())
    }

    /// The window is looked at again, or the network changed: what waits for a Company that could
    /// not be reached tries again, and connections that were silent for long are made anew.
    pub fn wake(&self) {
        self.core.nudge();
    }
}

async fn call(
    row: &ConversationRow,
    connection: &Connection,
    ask: Ask,
) -> Result<Result<Receipt, CallError>, AgentError> {
    let remote = row.remote.as_ref().ok_or(AgentError::NotBegun)?;
    let conversations = &connection.conversations;
    Ok(match ask {
        Ask::Handoff => conversations.handoff(remote).await,
        Ask::Close => conversations.close(remote).await,
    })
}

fn told(code: &str, message: String) -> AgentError {
    AgentError::Told {
        code: code.to_owned(),
        message,
    }
}
