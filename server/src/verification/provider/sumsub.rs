//! A partner that speaks as Sumsub does: applicants, tokens for its page, calls and webhooks signed by HMAC-SHA256.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Request as HttpRequest, StatusCode, Uri};
use bytes::Bytes;
use http_body_util::Full;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::model::{CheckReason, CheckReport, CheckStatus, CheckedPerson};
use super::{CALL_MAX, Entrance, Failure, PlayerRef, WebhookRejection, WebhookReport, countries};
use crate::platform::calendar::instant;
use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::http_client::HttpClient;
use crate::platform::signature::Secret;
use crate::player::Player;

/// For how long a token opens the partner's page, in seconds.
const TOKEN_LIFE_S: i64 = 20 * 60;

/// The only way in which webhooks are signed.
const DIGEST: &str = "HMAC_SHA256_HEX";

/// Where an applicant stands.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum ReviewStatus {
    Init,
    Pending,
    Prechecked,
    Queued,
    Completed,
    OnHold,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Answer {
    Green,
    Red,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum RejectType {
    Final,
    Retry,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReviewResult {
    review_answer: Answer,
    #[serde(default)]
    reject_labels: Vec<String>,
    review_reject_type: Option<RejectType>,
}

#[expect(clippy::struct_field_names, reason = "the wire calls it so")]
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Review {
    #[serde(default)]
    attempt_cnt: i64,
    review_status: ReviewStatus,
    create_date: Option<String>,
    review_date: Option<String>,
    review_result: Option<ReviewResult>,
}

#[expect(clippy::struct_field_names, reason = "the wire calls it so")]
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct IdDoc {
    id_doc_type: Option<String>,
    country: Option<String>,
    number: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Info {
    first_name: Option<String>,
    middle_name: Option<String>,
    last_name: Option<String>,
    dob: Option<String>,
    country: Option<String>,
    id_docs: Vec<IdDoc>,
}

/// An applicant, as far as it matters.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Applicant {
    id: String,
    external_user_id: String,
    created_at: Option<String>,
    info: Option<Info>,
    review: Review,
}

impl Applicant {
    /// The applicant as every partner's is told; the sentence says what cannot be read.
    fn report(self) -> Result<CheckReport, String> {
        let Review { attempt_cnt, review_status, create_date, review_date, review_result } = self.review;
        let result = review_result.as_ref();
        let reported = match review_status {
            ReviewStatus::Init => CheckStatus::Started,
            ReviewStatus::Pending | ReviewStatus::Prechecked | ReviewStatus::Queued => CheckStatus::Pending,
            ReviewStatus::OnHold => CheckStatus::OnHold,
            ReviewStatus::Completed => match result.ok_or("a review that has ended without a result")? {
                ReviewResult { review_answer: Answer::Green, .. } => CheckStatus::Green,
                ReviewResult { review_reject_type: Some(RejectType::Retry), .. } => CheckStatus::Retry,
                ReviewResult { .. } => CheckStatus::Final,
            },
        };
        let times = [self.created_at, create_date, review_date];
        let mut at: Option<i64> = None;
        for text in times.iter().flatten() {
            at = at.max(Some(moment(text).ok_or_else(|| format!("a time {text:?}"))?));
        }
        let is_refused = matches!(reported, CheckStatus::Retry | CheckStatus::Final);
        let labels = result.filter(|_| is_refused).map(|result| reasons(&result.reject_labels));
        let documents = self.info.iter().flat_map(|info| &info.id_docs).filter_map(named).collect();
        let person = self.info.filter(|_| reported == CheckStatus::Green).map(|info| CheckedPerson {
            first_name: info.first_name.unwrap_or_default(),
            middle_name: info.middle_name.unwrap_or_default(),
            last_name: info.last_name.unwrap_or_default(),
            date_of_birth: info.dob.unwrap_or_default(),
            country: countries::two_letters(info.country.as_deref().unwrap_or_default()),
        });
        Ok(CheckReport {
            applicant: self.id,
            external: self.external_user_id,
            reported,
            attempt: attempt_cnt,
            at: at.ok_or("no time at all")?,
            reasons: labels.unwrap_or_default(),
            person,
            documents,
        })
    }
}

/// Country, kind and number of a document that has one.
fn named(document: &IdDoc) -> Option<String> {
    let number: String = document.number.as_deref()?.chars().filter(char::is_ascii_alphanumeric).collect();
    let country = countries::two_letters(document.country.as_deref().unwrap_or_default());
    let kind = document.id_doc_type.as_deref().unwrap_or_default().to_uppercase();
    (!number.is_empty()).then(|| format!("{country} {kind} {}", number.to_uppercase()))
}

/// Why the partner has refused, each reason once. Without any label there is a reason still.
fn reasons(labels: &[String]) -> Vec<CheckReason> {
    let of = |label: &String| match label.as_str() {
        "LOW_QUALITY"
        | "UNSATISFACTORY_PHOTOS"
        | "DOCUMENT_DAMAGED"
        | "BLACK_AND_WHITE"
        | "SCREENSHOTS"
        | "GRAPHIC_EDITOR_USAGE" => CheckReason::Unreadable,
        "DOCUMENT_PAGE_MISSING" | "FRONT_SIDE_MISSING" | "BACK_SIDE_MISSING" | "INCOMPLETE_DOCUMENT" => {
            CheckReason::Incomplete
        }
        "EXPIRATION_DATE" | "ID_EXPIRED" => CheckReason::Expired,
        "ID_INVALID" | "NOT_DOCUMENT" | "UNSUITABLE_DOCUMENT" | "WRONG_DOCUMENT" | "UNSUPPORTED_LANGUAGE" => {
            CheckReason::WrongDocument
        }
        "BAD_SELFIE" | "BAD_FACE_MATCHING" | "SELFIE_MISMATCH" | "BAD_VIDEO_SELFIE" => CheckReason::Selfie,
        "AGE_REQUIREMENT_MISMATCH" => CheckReason::Underage,
        _ => CheckReason::Other,
    };
    let mut reported: Vec<_> = labels.iter().map(of).collect();
    reported.sort_unstable();
    reported.dedup();
    if reported.is_empty() { vec![CheckReason::Other] } else { reported }
}

/// UTC milliseconds of the partner's times: `2026-01-31 12:00:00+0000`, with or without a fraction or the offset.
fn moment(text: &str) -> Option<i64> {
    let bare = text.trim_end_matches("+0000").trim_end_matches('Z').replacen(' ', "T", 1);
    instant(&format!("{bare}Z")).ok()
}

#[derive(Deserialize)]
struct Token {
    token: String,
}

/// What a webhook says, as far as it matters: whom to ask about.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    applicant_id: String,
    external_user_id: String,
    created_at_ms: Option<String>,
}

/// The client.
#[derive(Debug)]
pub(super) struct Sumsub {
    http: HttpClient,
    url: String,
    page: String,
    cockpit: Option<String>,
    level: String,
    app_token: String,
    secret: Secret,
    webhook_secret: Secret,
    clock: Clock,
}

impl Sumsub {
    /// A client of the partner that the settings name; `None` when they name none.
    pub(super) fn open(config: &Config, http: HttpClient, clock: Clock) -> Option<Self> {
        let url = config.identity_url.clone()?;
        let secret = |text: &Option<String>| Secret::of_text(text.as_deref().unwrap_or_default());
        Some(Self {
            http,
            page: config.identity_page_url.clone().unwrap_or_else(|| format!("{url}/websdk")),
            cockpit: config.identity_cockpit_url.clone(),
            url,
            level: config.identity_level.clone(),
            app_token: config.identity_app_token.clone().unwrap_or_default(),
            secret: secret(&config.identity_secret),
            webhook_secret: secret(&config.identity_webhook_secret),
            clock,
        })
    }

    /// Where staff sees an applicant at the partner.
    pub(super) fn cockpit(&self, applicant: &str) -> Option<String> {
        self.cockpit.as_ref().map(|cockpit| format!("{cockpit}/{applicant}"))
    }

    /// Makes `player` known to the partner, or finds who is known there under our name.
    pub(super) async fn begin(&self, player: &Player, external: &str) -> Result<CheckReport, Failure> {
        let fixed = json!({
            "firstName": player.first_name, "lastName": player.last_name, "dob": player.date_of_birth,
            "country": countries::three_letters(&player.country),
        });
        let body =
            json!({ "externalUserId": external, "lang": language(&player.locale), "fixedInfo": fixed });
        let path = format!("/resources/applicants?levelName={}", self.level);
        match self.send::<Applicant>(Method::POST, &path, body.to_string()).await {
            Ok(applicant) => reported(applicant),
            // Known from a call whose answer was lost.
            Err(Failure::Conflict) => self.find(PlayerRef::Ours(external)).await,
            Err(failure) => Err(failure),
        }
    }

    /// Where a check stands.
    pub(super) async fn find(&self, known: PlayerRef<'_>) -> Result<CheckReport, Failure> {
        let path = match known {
            PlayerRef::Theirs(applicant) => format!("/resources/applicants/{applicant}/one"),
            PlayerRef::Ours(external) => format!("/resources/applicants/-;externalUserId={external}/one"),
        };
        reported(self.send(Method::GET, &path, String::new()).await?)
    }

    /// The way to the partner's page for the player whom we call `external`.
    pub(super) async fn entrance(&self, external: &str, locale: &str) -> Result<Entrance, Failure> {
        let body = json!({ "userId": external, "levelName": self.level, "ttlInSecs": TOKEN_LIFE_S });
        let path = "/resources/accessTokens/sdk";
        let Token { token } = self.send(Method::POST, path, body.to_string()).await?;
        if !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~:".contains(&byte)) {
            return Err(Failure::Unknown("a token that no address can hold".to_owned()));
        }
        let url = format!("{}?accessToken={token}&lang={}", self.page, language(locale));
        Ok(Entrance { url, until: self.clock.now() + TOKEN_LIFE_S * 1000 })
    }

    /// Whom a webhook tells of, when its signature is right.
    pub(super) fn read_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<WebhookReport, WebhookRejection> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let is_our_way = header("x-payload-digest-alg").is_none_or(|way| way == DIGEST);
        let given = header("x-payload-digest").filter(|_| is_our_way).ok_or(WebhookRejection::Signature)?;
        if !self.webhook_secret.verify_hex(&[body], given) {
            return Err(WebhookRejection::Signature);
        }
        let unreadable = |why: String| WebhookRejection::Unreadable(why);
        let message: Message = serde_json::from_slice(body).map_err(|error| unreadable(error.to_string()))?;
        let at = message
            .created_at_ms
            .as_deref()
            .map(|text| moment(text).ok_or_else(|| unreadable(format!("a time {text:?}"))));
        let Message { applicant_id, external_user_id, .. } = message;
        Ok(WebhookReport { applicant: applicant_id, external: external_user_id, at: at.transpose()? })
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<T, Failure> {
        let answer = self.ask(method, path, body).await?;
        serde_json::from_slice(&answer).map_err(|error| Failure::Unknown(error.to_string()))
    }

    /// The body of the answer to a signed call.
    async fn ask(&self, method: Method, path: &str, body: String) -> Result<Bytes, Failure> {
        let unsent = |error: String| Failure::Unknown(error);
        let address: Uri = format!("{}{path}", self.url).parse().map_err(|_| unsent(path.to_owned()))?;
        let at = (self.clock.now() / 1000).to_string();
        let target = address.path_and_query().map_or("", |target| target.as_str());
        let head = format!("{at}{method}{target}");
        let signature = self.secret.sign_hex(&[head.as_bytes(), body.as_bytes()]);
        let call = HttpRequest::builder()
            .method(method)
            .uri(&address)
            .header(CONTENT_TYPE, "application/json")
            .header("x-app-token", &self.app_token)
            .header("x-app-access-ts", at)
            .header("x-app-access-sig", signature)
            .body(Full::from(body))
            .map_err(|error| unsent(error.to_string()))?;
        let answer = self.http.send(call, CALL_MAX).await.map_err(|error| unsent(format!("{error:#}")))?;
        match answer.status() {
            status if status.is_success() => Ok(answer.into_body()),
            StatusCode::NOT_FOUND => Err(Failure::Missing),
            StatusCode::CONFLICT => Err(Failure::Conflict),
            status => Err(unsent(status.to_string())),
        }
    }
}

fn reported(applicant: Applicant) -> Result<CheckReport, Failure> {
    applicant.report().map_err(|what| Failure::Unknown(format!("an applicant with {what}")))
}

/// The partner's name for a language of ours.
fn language(locale: &str) -> &str {
    locale.split('-').next().unwrap_or(locale)
}

#[cfg(test)]
#[path = "sumsub_tests.rs"]
mod tests;
