//! Device Sign-In: a link and a code for the User, and asking until there is an outcome.

use std::sync::Arc;

use poppy::signin::device::{self, Device, Poll};
use poppy::signin::{Granted, SignInError};

use super::{host, items};
use crate::connect::Connection;
use crate::core::Core;
use crate::page::{CompanyId, SignInState};
use crate::store::CompanyRow;

impl Core {
    /// Goes through a whole sign-in; it ends when it is no longer the one.
    pub(super) async fn sign_in_by_device(
        self: Arc<Self>,
        company: CompanyId,
        number: u64,
        scopes: Vec<String>,
    ) {
        let (row, connection) = match self.connect(company).await {
            Ok(ready) => ready,
            Err(unready) => {
                let message = self.explain(company, &unready).await;
                self.conclude(
                    company,
                    number,
                    super::outcome::failed(unready.code(), message),
                );
                return;
            }
        };
        let begun = Device::begin(
            &*connection.session,
            connection.auth(),
            &scopes,
            &*self.clock,
        );
        let begun = begun.await;
        self.note_call(company, &connection).await;
        match begun {
            Ok(device) => {
                self.wait_for_device(&row, &connection, number, &device)
                    .await
            }
            Err(error) => self.not_begun(&row, number, &error),
        }
    }

    fn not_begun(&self, row: &CompanyRow, number: u64, error: &SignInError) {
        self.conclude(
            row.id,
            number,
            super::outcome::not_begun(error, &row.company),
        );
    }

    async fn wait_for_device(
        self: &Arc<Self>,
        row: &CompanyRow,
        connection: &Connection,
        number: u64,
        device: &Device,
    ) {
        let link = device.link_with_code().unwrap_or_else(|| device.link());
        let waiting = SignInState::Waiting {
            link: crate::present::phrase(device.link().as_str()),
            link_host: host(device.link()),
            user_code: device.user_code().to_owned(),
            expires_at: device.expires_at().0,
        };
        let is_current = self.change(row.id, number, |attempt| {
            attempt.shown.state = waiting;
            attempt.link = Some(link.clone());
        });
        if !is_current {
            return;
        }
        let wanted = self.still_wanted(row.id, number);
        let mut interval = device.interval();
        loop {
            tokio::time::sleep(interval).await;
            if !self.is_current(row.id, number) {
                return;
            }
            let polling = device.poll(&*connection.session, &*self.clock, &wanted);
            let asked = polling.await;
            self.note_call(row.id, connection).await;
            let Some(longer) = device::next_interval(interval, &asked) else {
                return self.concluded(row, connection, number, asked).await;
            };
            interval = longer;
        }
    }

    async fn concluded(
        self: &Arc<Self>,
        row: &CompanyRow,
        connection: &Connection,
        number: u64,
        asked: Result<Poll, poppy::client::CallError>,
    ) {
        let state = match asked {
            Ok(Poll::Granted(granted)) => {
                return self
                    .approved(row.id, connection.auth(), number, granted)
                    .await;
            }
            Ok(Poll::Denied) => SignInState::Denied,
            Ok(Poll::Expired | Poll::Pending | Poll::SlowDown) => SignInState::Expired,
            Err(error) => super::outcome::refused(&error, &row.company),
        };
        self.conclude(row.id, number, state);
    }

    /// The User is signed in: what waited for it goes on. One who gave it up in this very moment is
    /// signed out again.
    pub(super) async fn approved(
        self: &Arc<Self>,
        company: CompanyId,
        auth: &poppy::documents::company::Auth,
        number: u64,
        granted: Granted,
    ) {
        let state = SignInState::Approved {
            granted: items(auth, &granted.scopes),
            missing: items(auth, &granted.missing),
        };
        let mut after = None;
        let is_current = self.change(company, number, |attempt| {
            attempt.shown.state = state;
            attempt.link = None;
            attempt.direct = None;
            after = Some(attempt.after);
        });
        match after {
            Some(after) if is_current => self.go_on(company, after).await,
            _ => {
                if let Err(error) = self.end_account(&auth.issuer).await {
                    tracing::warn!(code = error.code(), "a sign-in given up is not undone");
                }
            }
        }
    }
}
