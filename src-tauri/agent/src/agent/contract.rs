//! To be filled.
#![allow(clippy::todo, clippy::unused_async, unused_variables, missing_docs)]

use url::Url;

use super::Agent;
use crate::error::AgentError;
use crate::page::{
    CompanyId, ContextChoice, ContextView, Conversation, ConversationItem, ConversationKey,
    IdentityView, SignIn, SignInAsk, SignInMethod,
};

impl Agent {
    pub async fn conversation(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        todo!()
    }
    pub async fn conversations(
        &self,
        company: CompanyId,
    ) -> Result<Vec<ConversationItem>, AgentError> {
        todo!()
    }
    pub async fn close_conversation(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        todo!()
    }
    pub async fn hand_off(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        todo!()
    }
    pub async fn open_direct(
        &self,
        conversation: ConversationKey,
    ) -> Result<Conversation, AgentError> {
        todo!()
    }
    pub async fn sign_in_offer(
        &self,
        company: CompanyId,
        scope: Option<&str>,
    ) -> Result<SignInAsk, AgentError> {
        todo!()
    }
    pub async fn begin_sign_in(
        &self,
        company: CompanyId,
        conversation: Option<ConversationKey>,
        method: SignInMethod,
        scopes: Vec<String>,
        ask_again: bool,
    ) -> Result<SignIn, AgentError> {
        todo!()
    }
    pub async fn cancel_sign_in(&self, company: CompanyId) -> Result<(), AgentError> {
        todo!()
    }
    pub async fn finish_direct(&self, text: &str) -> Result<SignIn, AgentError> {
        todo!()
    }
    pub async fn sign_in_link(&self, company: CompanyId) -> Result<Url, AgentError> {
        todo!()
    }
    pub async fn sign_out(&self, company: CompanyId) -> Result<(), AgentError> {
        todo!()
    }
    pub async fn identity_view(&self) -> Result<IdentityView, AgentError> {
        todo!()
    }
    pub async fn change_identity(
        &self,
        client_id: Option<&str>,
        name: Option<&str>,
    ) -> Result<IdentityView, AgentError> {
        todo!()
    }
    pub async fn check_identity(&self) -> Result<IdentityView, AgentError> {
        todo!()
    }
    pub async fn rotate_key(&self) -> Result<IdentityView, AgentError> {
        todo!()
    }
    pub async fn remove_old_keys(&self) -> Result<IdentityView, AgentError> {
        todo!()
    }
    pub async fn context(&self, company: CompanyId) -> Result<ContextView, AgentError> {
        todo!()
    }
    pub async fn set_context(
        &self,
        company: CompanyId,
        choice: ContextChoice,
    ) -> Result<ContextView, AgentError> {
        todo!()
    }
    pub async fn set_surroundings(
        &self,
        locale: Option<&str>,
        time_zone: Option<&str>,
    ) -> Result<(), AgentError> {
        todo!()
    }
    pub fn wake(&self) {}
}
