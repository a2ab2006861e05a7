//! `candor-cli discover`: who a Company is.

use candor_agent::network;
use poppy::discovery;
use poppy::documents::company::Company;
use poppy::domain::Domain;
use poppy::host::SystemClock;
use poppy::net::Https;
use poppy::text;
use serde_json::{Value, json};

use crate::arguments::Discover;
use crate::failure::Failure;
use crate::output::Output;

/// Discovers and verifies the Company, and prints it.
pub(crate) async fn run(arguments: &Discover, output: &Output) -> Result<(), Failure> {
    let domain = Domain::from_typed(&arguments.domain)?;
    let network = arguments
        .network
        .network
        .as_deref()
        .map(network::read)
        .transpose()?;
    let https = Https::new(network.as_slice())?;
    let found = discovery::discover(&https, &domain, &SystemClock).await?;
    if found.company.domain != domain {
        eprintln!(
            "candor-cli: you asked for {domain}, which leads to the Company {}",
            found.company.domain
        );
    }
    output.line(&printed(&found.company))
}

fn printed(company: &Company) -> Value {
    let auth = company.auth.as_ref();
    let device = auth.is_some_and(|auth| auth.device.is_some());
    let direct = auth.is_some_and(|auth| auth.direct.is_some());
    let sign_in = [("device", device), ("direct", direct)];
    json!({
        "name": text::one_line(&company.name),
        "domain": company.domain,
        "issuer": auth.map(|auth| &auth.issuer),
        "version": company.version.as_str(),
        "chat": company.chat.is_some(),
        "sign_in": sign_in.iter().filter(|way| way.1).map(|way| way.0).collect::<Vec<_>>(),
        "extensions": company.extensions,
    })
}
