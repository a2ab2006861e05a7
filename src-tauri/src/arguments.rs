//! The command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Chat with Companies: their notices unmissable, their links honest.
#[derive(Clone, Debug, Parser)]
#[command(version)]
pub(crate) struct Arguments {
    /// Keep everything in this folder instead of the system's place for it.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Reach the hosts named in this file on this computer, trusting the CA it names for them: for
    /// people who build Companies. The window says that it is in use.
    #[arg(long, value_name = "FILE")]
    pub(crate) network: Option<PathBuf>,

    /// Where the key that seals secrets is kept.
    #[arg(long, value_enum, default_value_t = Secrets::Keyring)]
    pub(crate) secrets: Secrets,

    /// An address of the program's own URL scheme, such as a sign-in page hands over.
    #[arg(value_name = "ADDRESS", hide = true)]
    pub(crate) address: Option<String>,

    /// Do not start the demo Company.
    #[arg(long)]
    pub(crate) no_demo: bool,
}

/// Where the key that seals secrets is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Secrets {
    /// In the system's keyring.
    Keyring,
    /// In a file in the data folder that only you can read: for machines without a keyring.
    File,
}
