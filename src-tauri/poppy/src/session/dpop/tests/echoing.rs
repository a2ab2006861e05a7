//! Companies that answer with what the request proved itself with.

use super::*;
use crate::client::refusal;

const SECRET: &str = "tok_Zm9vYmFyYmF6cXV4_0123456789";

/// Grants a token, and answers all else with what it makes of the request.
struct Echo(fn(&Request) -> Response);

impl Transport for Echo {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        let form = String::from_utf8(request.body.clone()).unwrap();
        let response = if form.contains("grant_type") && !form.contains("device_code") {
            granted(SECRET)
        } else {
            (self.0)(&request)
        };
        Box::pin(async move { Ok(response) })
    }
}

fn session(echo: fn(&Request) -> Response) -> DpopSession {
    let transport = Arc::new(Echo(echo));
    scene_of(None, [], |setup| {
        DpopSession::new(Setup { transport, ..setup })
    })
    .session
}

fn sent(request: &Request, name: &str) -> String {
    let mut headers = request.headers.iter();
    headers.find(|(n, _)| *n == name).unwrap().1.clone()
}

fn field(request: &Request, name: &str) -> String {
    let mut fields = url::form_urlencoded::parse(&request.body);
    fields.find(|(n, _)| n == name).unwrap().1.into_owned()
}

fn says(error: &str) -> Response {
    let body =
        json!({"error": error, "scope": error, "extension": error, "conversation_id": error});
    let escaped = error
        .chars()
        .fold(String::new(), |text, c| format!("{text}\\{c}"));
    let challenge = format!("DPoP error=\"{escaped}\", scope={error}, extension=\"{error}\"");
    with_header(
        answer(403, &body.to_string()),
        "www-authenticate",
        &challenge,
    )
}

#[tokio::test]
async fn no_credential_comes_back_as_a_code_or_detail() {
    let echoes: [fn(&Request) -> Response; 8] = [
        |request| says(&sent(request, "authorization")),
        |_| says(SECRET),
        |_| says(&format!("x-{SECRET}.y")),
        |_| says(&SECRET[3..20]),
        |request| says(&sent(request, "dpop")),
        |request| says(&sent(request, "dpop")[40..100]),
        |request| says(sent(request, "dpop").rsplit('.').next().unwrap()),
        // Escapes do not hide it.
        |_| answer(403, &format!("{{\"error\": \"\\u0074{}\"}}", &SECRET[1..])),
    ];
    for (index, echo) in echoes.into_iter().enumerate() {
        let response = session(echo).send(message()).await.unwrap();
        assert_eq!(response.status, 403);
        let error = refusal::of(&response);
        assert!(
            matches!(error, CallError::Unreadable { .. }),
            "{index}: {error:?}"
        );
        assert!(!format!("{error:?} {error}").contains(&SECRET[3..20]));
        let whole = format!(
            "{:?}{}",
            response.headers,
            String::from_utf8(response.body).unwrap()
        );
        assert!(!whole.contains(&SECRET[3..20]), "{index}: {whole}");
    }
}

#[tokio::test]
async fn what_stands_beside_an_echo_is_still_read() {
    let response = session(|request| {
        let token = sent(request, "authorization");
        let body =
            json!({"error": "insufficient_scope", "error_description": token, "scope": "a b"});
        answer(403, &body.to_string())
    })
    .send(message())
    .await
    .unwrap();
    let CallError::Refused { code, details, .. } = refusal::of(&response) else {
        panic!("not refused");
    };
    assert_eq!(code, "insufficient_scope");
    assert_eq!(details.scope.as_deref(), Some("a b"));
    let response = session(|request| {
        let token = sent(request, "authorization");
        let challenge = format!(
            "DPoP error=\"insufficient_scope\", error_description=\"{token}\", scope=\"a\""
        );
        with_header(answer(403, ""), "www-authenticate", &challenge)
    })
    .send(message())
    .await
    .unwrap();
    let error = refusal::of(&response);
    assert_eq!(error.code(), "insufficient_scope", "{error:?}");
    assert!(
        !response
            .header("www-authenticate")
            .unwrap()
            .contains("tok_")
    );
}

#[tokio::test]
async fn forms_are_not_echoed_either() {
    let endpoint = Url::parse("https://auth.example/device").unwrap();
    let fields = [("scope", "orders:read")];
    let refused = session(|request| says(&field(request, "client_assertion")[..60]))
        .ask(&endpoint, &fields)
        .await;
    assert!(
        matches!(refused, Err(CallError::Unreadable { .. })),
        "{refused:?}"
    );
    // What the User is asked to compare is none of it either.
    let answered = session(|request| {
        answer(
            200,
            &json!({"user_code": &field(request, "client_assertion")[..60], "interval": 5})
                .to_string(),
        )
    })
    .ask(&endpoint, &fields)
    .await
    .unwrap();
    assert_eq!(answered.body, b"{\"interval\":5}");
    let approval = Approval::Device {
        device_code: zeroize::Zeroizing::new(
            "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS".to_owned(),
        ),
    };
    let refused = session(|request| says(&field(request, "device_code")))
        .redeem(approval, Vec::new(), wanted())
        .await;
    assert!(
        matches!(refused, Err(CallError::Unreadable { .. })),
        "{refused:?}"
    );
}
