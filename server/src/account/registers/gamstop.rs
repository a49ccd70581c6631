//! A register that speaks as GAMSTOP does: one form is posted, and the answer stands in two headers.

use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method, Request};
use http_body_util::Full;
use url::form_urlencoded::Serializer;

use super::{Question, RegisterAnswer, Reply};
use crate::platform::config::Register;
use crate::platform::http_client::HttpClient;

/// The longest number of an answer that is believed, in bytes.
const RESPONSE_ID_MAX: usize = 128;

/// The client.
pub(super) struct Gamstop {
    http: HttpClient,
    url: String,
    api_key: String,
    limit: Duration,
}

impl std::fmt::Debug for Gamstop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Gamstop({})", self.url)
    }
}

impl Gamstop {
    pub(super) fn of(settings: &Register, http: HttpClient) -> Self {
        Self {
            http,
            url: settings.url.clone(),
            api_key: settings.api_key.clone(),
            limit: Duration::from_millis(settings.timeout_ms),
        }
    }

    /// What the register says; the sentence tells why no answer came that says something.
    pub(super) async fn ask(&self, question: &Question) -> Result<Reply, String> {
        let call = Request::builder()
            .method(Method::POST)
            .uri(&self.url)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("x-api-key", &self.api_key)
            .body(Full::from(form(question)))
            .map_err(|error| error.to_string())?;
        let answer = self.http.send(call, self.limit).await.map_err(|error| format!("{error:#}"))?;
        if !answer.status().is_success() {
            return Err(format!("status {}", answer.status()));
        }
        read(answer.headers())
    }
}

fn form(question: &Question) -> String {
    let Question { first_name, last_name, date_of_birth, email, postcode, mobile } = question;
    let mut form = Serializer::new(String::new());
    form.append_pair("firstName", first_name)
        .append_pair("lastName", last_name)
        .append_pair("dateOfBirth", date_of_birth)
        .append_pair("email", email)
        .append_pair("postcode", postcode);
    if !mobile.is_empty() {
        form.append_pair("mobile", mobile);
    }
    form.finish()
}

fn read(headers: &HeaderMap) -> Result<Reply, String> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let answer = match header("x-exclusion") {
        Some("Y") => RegisterAnswer::Excluded,
        Some("P") => RegisterAnswer::PreviouslyExcluded,
        Some("N") => RegisterAnswer::NotExcluded,
        _ => return Err("an answer that says neither yes nor no".to_owned()),
    };
    let is_number = |id: &&str| {
        !id.is_empty() && id.len() <= RESPONSE_ID_MAX && id.bytes().all(|byte| byte.is_ascii_graphic())
    };
    let id = header("x-unique-id").filter(is_number).ok_or("an answer without its number")?;
    Ok(Reply { answer, response_id: id.to_owned() })
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn an_answer_counts_with_its_number_and_nothing_else_does() {
        let reply_of = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            read(&pairs.collect()).ok().map(|reply| (reply.answer, reply.response_id))
        };
        for (sign, answer) in [
            ("Y", RegisterAnswer::Excluded),
            ("P", RegisterAnswer::PreviouslyExcluded),
            ("N", RegisterAnswer::NotExcluded),
        ] {
            let reply = reply_of(&[("x-exclusion", sign), ("x-unique-id", "r-1")]);
            assert_eq!(reply, Some((answer, "r-1".to_owned())));
        }
        for faulty in [
            &[("x-exclusion", "N")][..],
            &[("x-unique-id", "r-1")],
            &[("x-exclusion", "n"), ("x-unique-id", "r-1")],
            &[("x-exclusion", "N"), ("x-unique-id", "r 1")],
            &[("x-exclusion", ""), ("x-unique-id", "r-1")],
        ] {
            assert_eq!(reply_of(faulty), None, "{faulty:?}");
        }
    }

    #[test]
    fn the_form_is_encoded() {
        let question = Question {
            first_name: "Jäan & co".to_owned(),
            last_name: "Tamm".to_owned(),
            date_of_birth: "1990-05-17".to_owned(),
            email: "a+b@example.com".to_owned(),
            postcode: String::new(),
            mobile: String::new(),
        };
        let expected = "firstName=J%C3%A4an+%26+co&lastName=Tamm&dateOfBirth=1990-05-17&email=a%2Bb%40example.com&postcode=";
        assert_eq!(form(&question), expected);
    }
}
