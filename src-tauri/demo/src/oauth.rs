//! The token endpoint, the device authorization endpoint and the revocation endpoint (draft 0.2
//! sections 4.2 to 4.9).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use poppy::ids::UserId;
use serde_json::json;

use crate::accounts;
use crate::agents::KnownAgent;
use crate::authenticate::{Fields, asserted, authenticate, field, prove_without_token};
use crate::body;
use crate::company::Company;
use crate::documents::DEVICE_PAGE;
use crate::error::{ApiError, json};
use crate::record::Owner;
use crate::signins::Poll;
use crate::tokens::{Issue, NotIssued, SignIn, TOKEN_LIFE};

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const DEVICE_CODE: &str = "urn:ietf:params:oauth:grant-type:device_code";
const FORM: &str = "application/x-www-form-urlencoded";

type Here = State<Arc<Company>>;
type Answer = Result<Response, ApiError>;

/// A token request whose agent and proof are good.
struct Asked<'a> {
    company: &'a Arc<Company>,
    fields: &'a Fields,
    client_id: String,
    agent: KnownAgent,
    thumbprint: String,
}

/// Starts and renews Sessions, and signs them in.
pub(crate) async fn token(State(company): Here, request: Request) -> Answer {
    let (parts, body) = request.into_parts();
    let fields = body::form(&body::read_as(body, &parts.headers, FORM).await?)?;
    let proof = prove_without_token(&company, &parts)?;
    let (client_id, agent) = authenticate(&company, &fields)?;
    let asked = Asked {
        company: &company,
        fields: &fields,
        client_id,
        agent,
        thumbprint: proof.thumbprint,
    };
    match field(&fields, "grant_type")? {
        JWT_BEARER => asked.session(),
        DEVICE_CODE => asked.device(),
        "authorization_code" => asked.code(),
        "refresh_token" => asked.refresh(),
        _ => Err(ApiError::token(
            "unsupported_grant_type",
            "the demo does not know this grant_type",
        )),
    }
}

impl Asked<'_> {
    /// A Session for the User whom the assertion names; renewed like this it is signed out.
    fn session(&self) -> Answer {
        let refuse = |why| ApiError::token("invalid_grant", why);
        let found = asserted(
            self.company,
            field(self.fields, "assertion")?,
            &self.agent,
            &self.client_id,
            refuse,
        )?;
        // A client assertion is none for a User: its sub is a URL, and a User ID has no colon.
        let user = UserId::parse(&found.subject)
            .map_err(|_bad| refuse("the assertion's sub is not a User ID"))?;
        let owner = Owner {
            client_id: self.client_id.clone(),
            user,
        };
        let session = self.fields.get("session_id").map(String::as_str);
        self.issue(&owner, session, None, None)
    }

    /// Signs the Session in, once somebody has approved under the user code (RFC 8628).
    fn device(&self) -> Answer {
        let code = field(self.fields, "device_code")?;
        let (session, owner) = self.own_session()?;
        let now = self.company.now();
        let poll = self.company.sign_ins().poll(code, &self.client_id, now);
        let (error, why) = match poll {
            Poll::Approved => {
                let granted = self.company.sign_ins().take(code);
                let granted = granted.ok_or(USED)?;
                return self.sign_in(&owner, session, granted);
            }
            Poll::Pending => ("authorization_pending", "nobody has approved yet"),
            Poll::SlowDown => ("slow_down", "the agent asks too often"),
            Poll::Refused => ("access_denied", "the sign-in was refused"),
            Poll::Expired => ("expired_token", "the sign-in took too long"),
            Poll::Unknown => return Err(USED),
        };
        Err(ApiError::token(error, why))
    }

    /// Signs the Session in with a code that came through the browser (RFC 7636).
    fn code(&self) -> Answer {
        let code = field(self.fields, "code")?;
        let redirect_uri = field(self.fields, "redirect_uri")?;
        let verifier = field(self.fields, "code_verifier")?;
        let (session, owner) = self.own_session()?;
        let now = self.company.now();
        let mut sign_ins = self.company.sign_ins();
        let granted = sign_ins.exchange(code, &self.client_id, redirect_uri, verifier, now);
        drop(sign_ins);
        self.sign_in(&owner, session, granted.ok_or(USED)?)
    }

    /// Signs the Session in with an Account Token, which another takes the place of.
    fn refresh(&self) -> Answer {
        let token = field(self.fields, "refresh_token")?;
        let (session, owner) = self.own_session()?;
        let wanted = match self.fields.get("scope") {
            Some(asked) => Some(accounts::scopes(asked).ok_or(NOT_OFFERED)?),
            None => None,
        };
        let renewed = self
            .company
            .refresh(token, &owner, wanted)?
            .ok_or(ApiError::token(
                "invalid_grant",
                "the Account Token is not known, was replaced, or was revoked",
            ))?;
        let (account_token, sign_in) = renewed;
        self.issue(&owner, Some(session), Some(sign_in), Some(account_token))
    }

    fn sign_in(&self, owner: &Owner, session: &str, granted: Vec<String>) -> Answer {
        let (account_token, sign_in) = self.company.sign_in(owner, granted)?;
        let scopes = sign_in.scopes.clone();
        let answer = self.issue(owner, Some(session), Some(sign_in), Some(account_token))?;
        self.company.go_on(owner, &scopes);
        Ok(answer)
    }

    /// The Session named, which must be this agent's.
    fn own_session(&self) -> Result<(&str, Owner), ApiError> {
        let id = field(self.fields, "session_id")?;
        let owner = self.company.gate().owner_of(id, self.company.now());
        let owner = owner.filter(|owner| owner.client_id == self.client_id);
        Ok((id, owner.ok_or(UNKNOWN_SESSION)?))
    }

    fn issue(
        &self,
        owner: &Owner,
        session: Option<&str>,
        sign_in: Option<SignIn>,
        account_token: Option<String>,
    ) -> Answer {
        let signed_in = sign_in.is_some();
        let scope = sign_in.as_ref().map(|s| s.scopes.join(" "));
        let issue = Issue {
            owner,
            session_id: session,
            thumbprint: &self.thumbprint,
            sign_in,
        };
        let now = self.company.now();
        let issued = self.company.gate().issue(issue, self.company.random(), now);
        let issued = issued.map_err(|not_issued| match not_issued {
            NotIssued::UnknownSession => UNKNOWN_SESSION,
            NotIssued::Full => ApiError::UNAVAILABLE,
        })?;
        let mut answer = json!({
            "access_token": issued.access_token,
            "token_type": "DPoP",
            "expires_in": TOKEN_LIFE,
            "scope": scope.unwrap_or_default(),
            "session_id": issued.session_id,
            "signed_in": signed_in
        });
        if let Some(token) = account_token {
            answer["refresh_token"] = json!(token);
        }
        Ok(json(StatusCode::OK, &answer))
    }
}

const USED: ApiError =
    ApiError::token("invalid_grant", "the code is not known, or is not for this");
const UNKNOWN_SESSION: ApiError =
    ApiError::token("invalid_session", "there is no such Session of this User's");
const NOT_OFFERED: ApiError = ApiError::token(
    "invalid_scope",
    "scope must name some of the scopes in poppy.json",
);

/// Begins a sign-in by code (RFC 8628 section 3.1).
pub(crate) async fn device(State(company): Here, request: Request) -> Answer {
    let (parts, body) = request.into_parts();
    let fields = body::form(&body::read_as(body, &parts.headers, FORM).await?)?;
    prove_without_token(&company, &parts)?;
    let (client_id, _) = authenticate(&company, &fields)?;
    let scopes = fields.get("scope").map(String::as_str).unwrap_or_default();
    let scopes = accounts::scopes(scopes).ok_or(NOT_OFFERED)?;
    let begun = company
        .begin_sign_in(&client_id, scopes)
        .ok_or(ApiError::UNAVAILABLE)?;
    Ok(json(
        StatusCode::OK,
        &json!({
            "device_code": begun.device_code,
            "user_code": begun.user_code,
            "verification_uri": DEVICE_PAGE,
            "verification_uri_complete": format!("{DEVICE_PAGE}?user_code={}", begun.user_code),
            "expires_in": begun.expires_in,
            "interval": begun.interval
        }),
    ))
}

/// Takes a token back (RFC 7009): 200 for unknown ones too.
pub(crate) async fn revoke(State(company): Here, request: Request) -> Answer {
    let (parts, body) = request.into_parts();
    let fields = body::form(&body::read_as(body, &parts.headers, FORM).await?)?;
    let (client_id, _) = authenticate(&company, &fields)?;
    let token = field(&fields, "token")?;
    company.gate().revoke(token, &client_id);
    company.sign_out(token, &client_id)?;
    Ok(json(StatusCode::OK, &json!({})))
}
