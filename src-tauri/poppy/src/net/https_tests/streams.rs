//! Answers that are read as they come.

use futures_util::StreamExt as _;

use super::*;

async fn open(https: &Https, path: &str, idle: Duration) -> Result<StreamResponse, NetError> {
    https
        .open(get(&format!("https://shop.example/{path}")), idle)
        .await
}

#[tokio::test]
async fn a_stream_is_read_before_it_ends() {
    let (_server, https) = shop().await;
    let live = open(&https, "live", PATIENT).await.unwrap();
    assert_eq!(live.status(), 200);
    assert_eq!(live.header("content-type"), Some("text/event-stream"));
    let mut chunks = live.into_chunks();
    assert_eq!(chunks.next().await, Some(Ok(b"1234".to_vec())));
    let whole = open(&https, "streamed", PATIENT).await.unwrap();
    let whole = whole.collect(12, PATIENT).await.unwrap();
    assert_eq!(whole.body, b"123456789012");
    let too_large = open(&https, "streamed", PATIENT).await.unwrap();
    let too_large = too_large.collect(11, PATIENT).await.unwrap_err();
    assert_eq!(too_large, NetError::TooLarge("shop.example".into()));
}

#[tokio::test]
async fn a_stream_may_be_silent_only_so_long() {
    let (_server, https) = shop().await;
    let late = NetError::Timeout("shop.example".into());
    let brief = Duration::from_millis(100);
    let mut chunks = open(&https, "live", brief).await.unwrap().into_chunks();
    assert_eq!(chunks.next().await, Some(Ok(b"1234".to_vec())));
    assert_eq!(chunks.next().await, Some(Err(late.clone())));
    assert_eq!(chunks.next().await, None);
    let dripping = open(&https, "live", PATIENT).await.unwrap();
    assert_eq!(dripping.collect(MAX_BODY, brief).await.unwrap_err(), late);
    let mut request = get("https://shop.example/slow");
    request.timeout = brief;
    assert_eq!(https.open(request, PATIENT).await.unwrap_err(), late);
    let mut cut = open(&https, "cut", PATIENT).await.unwrap().into_chunks();
    assert_eq!(cut.next().await, Some(Ok(b"half of".to_vec())));
    let broken = NetError::Cut("shop.example".into());
    assert_eq!(cut.next().await, Some(Err(broken)));
    let plain = https.open(get("http://shop.example/ok"), PATIENT).await;
    assert_eq!(
        plain.unwrap_err(),
        NetError::NotHttps("shop.example".into())
    );
}
