//! Which conversations are followed as they happen: the ones that the User turned to last, then the
//! ones that something happened in last, so many of a Company's and so many in all. The others are
//! looked at now and then. No Company can take the User's own from among the followed. However many
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
/// How many that the User turned to last are followed, whatever happens elsewhere.
const CHOSEN: usize = 3;
/// How many of a Company's conversations are read at the same time.
const READS: usize = 3;

/// The conversations that are read, the latest first.
#[derive(Default)]
pub(super) struct Live {
    /// What the User turned to, the last first; at most [`CHOSEN`].
    chosen: Vec<ConversationKey>,
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
        let of_order = |key: &ConversationKey| self.order.iter().find(|(_, known)| known == key);
        let chosen = self.chosen.iter().filter_map(of_order);
        let others = self.order.iter();
        let others = others.filter(|(_, key)| !self.chosen.contains(key));
        chosen.chain(others).filter_map(may).take(IN_ALL).collect()
    }

    /// Changes the order; gives those that are followed from now on, or no longer.
    fn change(&mut self, change: impl FnOnce(&mut Self)) -> Vec<ConversationKey> {
        let before = self.followed();
        change(self);
        let after = self.followed();
        let (gone, new) = (
            before.iter().filter(|key| !after.contains(key)),
            after.iter().filter(|key| !before.contains(key)),
        );
        gone.chain(new).copied().collect()
    }
}

impl Live {
    fn put_first(&mut self, company: CompanyId, key: ConversationKey) {
        self.order.retain(|(_, known)| *known != key);
        self.order.insert(0, (company, key));
    }

    fn choose(&mut self, company: CompanyId, key: ConversationKey) {
        self.put_first(company, key);
        self.chosen.retain(|known| *known != key);
        self.chosen.insert(0, key);
        self.chosen.truncate(CHOSEN);
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

    /// Something happened in a conversation: it is the latest of those the User has not turned to.
    pub(crate) fn is_latest(&self, company: CompanyId, key: ConversationKey) {
        let changed = super::locked(&self.live).change(|live| live.put_first(company, key));
        self.wake(&changed);
    }

    /// The User looks at a conversation or writes in it: it is followed from now on, whatever a
    /// Company makes happen in others.
    pub(crate) fn is_chosen(&self, company: CompanyId, key: ConversationKey) {
        let changed = super::locked(&self.live).change(|live| live.choose(company, key));
        self.wake(&changed);
    }

    /// A conversation is not read any longer.
    pub(crate) fn is_left(&self, key: ConversationKey) {
        let changed = {
            let mut live = super::locked(&self.live);
            live.change(|live| live.order.retain(|(_, known)| *known != key))
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
            chosen: Vec::new(),
            reads: HashMap::new(),
        }
    }

    #[test]
    fn what_the_user_turned_to_stays_followed_whatever_a_company_does() {
        let mut live = live(&[(1, 0)]);
        live.choose(CompanyId(1), ConversationKey(0));
        for key in 1..50 {
            live.put_first(CompanyId(1), ConversationKey(key));
            let followed = live.followed();
            assert_eq!(followed.first(), Some(&ConversationKey(0)));
            assert!(followed.len() <= OF_COMPANY);
        }
        // Their own next ones take its place.
        for key in 1..=3 {
            live.choose(CompanyId(1), ConversationKey(key));
        }
        assert_eq!(
            live.followed()[..3],
            [3, 2, 1].map(ConversationKey),
            "the last first"
        );
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
            let changed = live.change(|live| live.put_first(CompanyId(3), ConversationKey(key)));
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
