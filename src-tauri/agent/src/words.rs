//! stub
pub(crate) fn discovery(_e: &poppy::discovery::DiscoveryError) -> String {
    todo!()
}
