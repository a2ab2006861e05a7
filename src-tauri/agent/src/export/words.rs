//! The words of an export, in English.

use poppy::links::Reason;

use crate::page::Delivery;

/// Why a link is refused or to be careful about.
pub(super) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::BadHost => "its host cannot be one",
        Reason::BareSuffix => "its host is nobody's own name",
        Reason::Disguised => "it is written so that it looks like something else",
        Reason::InternationalName => "its name is written in letters beyond the plain ones",
        Reason::IpAddress => "it leads to a number, not to a name",
        Reason::LongName => "its name is unusually long",
        Reason::LookAlike => "its name looks like another",
        Reason::NotALink => "it is not a link",
        Reason::NotHttps => "it is not secure (not https)",
        Reason::PrivateAddress => "it leads into a private network",
        Reason::SharedHosting => "its name is lent to anyone by a hosting company",
        Reason::TitleNamesAnotherSite => "its title names another site",
        Reason::TooLong => "it is too long",
        Reason::UnsupportedVersion => "it is of a version of links that Candor does not know",
        Reason::UnusualPort => "it leads to an unusual port",
        Reason::Userinfo => "it holds a user name, which hides where it leads",
    }
}

/// How far a message of the User's got, where that is not plain from its being there.
pub(super) fn delivery(delivery: &Delivery) -> Option<&'static str> {
    match delivery {
        Delivery::Sent | Delivery::Delivered => None,
        Delivery::Queued | Delivery::Sending => Some("not sent yet"),
        Delivery::Unconfirmed => Some("may not have arrived"),
        Delivery::Failed { .. } => Some("not sent"),
    }
}

/// The days of the week are not named, and numbers stand in the order of ISO 8601: read alike
/// everywhere.
pub(super) const TIME: &str = "%Y-%m-%d %H:%M:%S %:z";
