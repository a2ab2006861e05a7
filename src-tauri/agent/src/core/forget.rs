//! What is known in memory only of something that was deleted goes with it.

use super::{Core, locked};
use crate::page::{CompanyId, ConversationKey};

impl Core {
    /// Forgets a conversation.
    pub(crate) fn forget_conversation(&self, key: ConversationKey) {
        locked(&self.troubles).remove(&key);
        locked(&self.pieces).remove(&key);
    }

    /// Forgets a Company, but for how long it asked to be left alone.
    pub(crate) fn forget_company(&self, company: CompanyId) {
        locked(&self.skews).remove(&company);
        self.connections.forget_company(company);
    }
}
