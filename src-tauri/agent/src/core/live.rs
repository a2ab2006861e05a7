//! Which conversations are followed as they happen: the ones that something happened in last, so many
//! of a Company's and so many in all. The others are looked at now and then. However many
//! conversations there are, and whoever opened them, a Company takes up only so much of this machine
//! and nothing of another Company's share.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Core;
use crate::page::{CompanyId, ConversationKey};

/// How many conversations with one Company are followed, and how many in all.
pub(crate) const OF_COMPANY: usize = 6;
const IN_ALL: usize = 30;
/// How many of a Company's conversations are read at the same time.
const READS: usize = 3;

/// The conversations that are read, the latest first.
#[derive(Default)]
pub(super) struct Live {
    order: Vec<(CompanyId, ConversationKey)>,
    reads: HashMap<CompanyId, Arc<Semaphore>>,
}

impl Live {
    fn followed(&self) -> Vec<ConversationKey> {
        let mut of: HashMap<CompanyId, usize> = HashMap::new();
        let may = |(company, key): &(CompanyId, ConversationKey)| {
            let count = of.entry(*company).or_default();
            *count += 1;
            (*count <= OF_COMPANY).then_some(*key)
        };
        self.order.iter().filter_map(may).take(IN_ALL).collect()
    }

    /// Changes the order; gives those that are followed from now on, or no longer.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Vec<(CompanyId, ConversationKey)>),
    ) -> Vec<ConversationKey> {
        let before = self.followed();
        change(&mut self.order);
        let after = self.followed();
        let (gone, new) = (
            before.iter().filter(|key| !after.contains(key)),
            after.iter().filter(|key| !before.contains(key)),
        );
        gone.chain(new).copied().collect()
    }
}

impl Core {
    /// Whether a conversation is followed as it happens.
    pub(crate) fn is_followed(&self, key: ConversationKey) -> bool {
        super::locked(&self.live).followed().contains(&key)
    }

    /// A conversation is read from now on; it is the last, unless it is there already.
    pub(crate) fn is_read(&self, company: CompanyId, key: ConversationKey) {
        let mut live = super::locked(&self.live);
        if !live.order.iter().any(|(_, known)| *known == key) {
            live.order.push((company, key));
        }
    }

    /// Something happened in a conversation, or the User looks at it: it is the latest.
    pub(crate) fn is_latest(&self, company: CompanyId, key: ConversationKey) {
        let changed = {
            let mut live = super::locked(&self.live);
            live.change(|order| {
                order.retain(|(_, known)| *known != key);
                order.insert(0, (company, key));
            })
        };
        self.wake(&changed);
    }

    /// A conversation is not read any longer.
    pub(crate) fn is_left(&self, key: ConversationKey) {
        let changed = {
            let mut live = super::locked(&self.live);
            live.change(|order| order.retain(|(_, known)| *known != key))
        };
        self.wake(&changed);
    }

    /// Waits for a turn to read what there is at a Company.
    pub(crate) async fn turn_to_read(&self, company: CompanyId) -> Option<OwnedSemaphorePermit> {
        let turns = {
            let mut live = super::locked(&self.live);
            let turns = live.reads.entry(company);
            Arc::clone(turns.or_insert_with(|| Arc::new(Semaphore::new(READS))))
        };
        // Nobody closes it.
        turns.acquire_owned().await.ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn live(order: &[(i64, i64)]) -> Live {
        Live {
            order: order
                .iter()
                .map(|(company, key)| (CompanyId(*company), ConversationKey(*key)))
                .collect(),
            reads: HashMap::new(),
        }
    }

    #[test]
    fn one_company_cannot_take_what_is_anothers() {
        let mut order: Vec<_> = (0..1500).map(|key| (1, key)).collect();
        order.push((2, 9000));
        let followed = live(&order).followed();
        assert_eq!(followed.len(), OF_COMPANY + 1);
        assert!(followed.contains(&ConversationKey(9000)));
    }

    proptest! {
        #[test]
        fn never_more_are_followed_and_the_latest_always_is(
            order in prop::collection::btree_map(0..500_i64, 0..40_i64, 0..300), key in 0..500_i64)
        {
            let order: Vec<_> = order.into_iter().map(|(key, company)| (company, key)).collect();
            let mut live = live(&order);
            let before = live.followed();
            let changed = live.change(|order| {
                order.retain(|(_, known)| known.0 != key);
                order.insert(0, (CompanyId(3), ConversationKey(key)));
            });
            let after = live.followed();
            prop_assert!(after.len() <= IN_ALL);
            prop_assert_eq!(after.first(), Some(&ConversationKey(key)));
            for key in before.iter().chain(&after) {
                let differs = before.contains(key) != after.contains(key);
                prop_assert_eq!(changed.contains(key), differs);
            }
        }
    }
}
