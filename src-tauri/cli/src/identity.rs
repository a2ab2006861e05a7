//! `candor-cli identity`: who this agent is towards Companies.

use serde_json::json;

use crate::arguments::Identity;
use crate::chat::open;
use crate::failure::Failure;
use crate::output::Output;

/// Makes the identity if there is none, writes what is published, and prints what there is.
pub(crate) async fn run(arguments: &Identity, output: &Output) -> Result<(), Failure> {
    let agent = open(&arguments.store, None).await?;
    let done = async {
        let client_id = arguments.client_id.as_deref();
        let before = agent.identity().await?.client_id;
        match (&before, client_id) {
            (None, None) => {
                return Err(Failure::new(
                    "no-identity",
                    "this agent has no address yet: give --client-id with the https:// address \
                     where you will publish its first file, such as https://you.example/agent.json",
                ));
            }
            (Some(before), Some(now)) if before.as_str() != now => eprintln!(
                "candor-cli: this agent was {before} before. Companies that know it by that address \
                 will not take {now} for the same agent",
                before = before.as_str()
            ),
            _ => {}
        }
        let identity = agent
            .set_identity(client_id, arguments.name.as_deref())
            .await?;
        let files = agent.export_identity(&arguments.export).await?;
        eprintln!(
            "candor-cli: publish everything in {} at the top of your web site",
            arguments.export.display()
        );
        output.line(&json!({
            "client_id": identity.client_id.as_ref().map(poppy::documents::client::ClientId::as_str),
            "name": identity.name,
            "key_id": identity.key_id,
            "files": files,
        }))
    };
    let done = done.await;
    agent.close().await;
    done
}
