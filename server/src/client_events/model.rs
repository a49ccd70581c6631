//! The shapes of what visits tell, as they come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::scrub::scrub;
use super::store::Insert;
use super::trace;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{has_card_number, without_card_numbers};
use crate::site_config::is_locale;

/// Longest kept texts, in characters.
const CODE_MAX: usize = 100;
const MESSAGE_MAX: usize = 1_000;
const STACK_MAX: usize = 4_000;
const URL_MAX: usize = 300;
const NAME_MAX: usize = 64;
/// Longest kept mark of a campaign, in characters.
const MARK_MAX: usize = 256;
/// Measures of one call.
const TIMINGS_MAX: usize = 20;
/// Fields of one refused form.
const FIELDS_MAX: usize = 50;
/// What a survey may be answered with.
const SCORES: std::ops::RangeInclusive<i64> = 0..=10;
/// A measure above this is no measure: an hour in milliseconds.
const VALUE_MAX: f64 = 3_600_000.0;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// For who builds the site.
    Debug,
    /// Something that happened.
    Info,
    /// Something that the visitor may not have noticed.
    Warning,
    /// Something that failed.
    Error,
}

impl Level {
    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// An entry of a browser's log.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct LogEntry {
    pub(super) level: Level,
    /// What it is counted by, such as `GET_API_PLAYER_STATS`.
    code: String,
    message: String,
    /// The page, without its parameters.
    url: Option<String>,
    stack: Option<String>,
    /// The navigation, 32 hex digits.
    trace_id: Option<String>,
    /// The page's own number, which says nothing of who looks at it.
    session_id: Option<String>,
    /// The site's build.
    release: Option<String>,
}

impl LogEntry {
    /// The row of it, freed of secrets.
    pub(super) fn into_row(self, player: Option<i64>) -> Insert {
        let url = self.url.unwrap_or_default();
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let trace_of = |id: Option<String>| id.as_deref().and_then(trace::known).map(str::to_owned);
        Insert::Log {
            level: self.level.name(),
            code: scrub(&self.code, CODE_MAX),
            message: scrub(&self.message, MESSAGE_MAX),
            url: scrub(path, URL_MAX),
            stack: self.stack.map(|stack| scrub(&stack, STACK_MAX)),
            trace: trace_of(self.trace_id),
            session: trace_of(self.session_id),
            release: self
                .release
                .map(|release| without_card_numbers(&release.chars().take(NAME_MAX).collect::<String>())),
            player,
        }
    }
}

/// What is measured of a page: the web vitals, and when the document was ready and whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) enum Measure {
    Ttfb,
    Fcp,
    Lcp,
    Inp,
    /// Without a unit.
    Cls,
    DomReady,
    Load,
}

impl Measure {
    pub(super) const ALL: [Self; 7] =
        [Self::Ttfb, Self::Fcp, Self::Lcp, Self::Inp, Self::Cls, Self::DomReady, Self::Load];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ttfb => "TTFB",
            Self::Fcp => "FCP",
            Self::Lcp => "LCP",
            Self::Inp => "INP",
            Self::Cls => "CLS",
            Self::DomReady => "DOM_READY",
            Self::Load => "LOAD",
        }
    }
}

/// One measure of a page.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Timing {
    pub(super) name: Measure,
    /// Milliseconds; without a unit for `CLS`.
    pub(super) value: f64,
}

/// How long a page took.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Performance {
    /// The navigation, 32 hex digits.
    trace_id: Option<String>,
    pub(super) timings: Vec<Timing>,
}

impl Performance {
    pub(super) fn into_rows(self) -> ApiResult<Vec<Insert>> {
        let fits = |timing: &Timing| (0.0..=VALUE_MAX).contains(&timing.value);
        if self.timings.is_empty() || self.timings.len() > TIMINGS_MAX || !self.timings.iter().all(fits) {
            return Err(ApiError::field("timings", "VALIDATION.INVALID", "These are no measures of a page."));
        }
        let trace = self.trace_id.as_deref().and_then(trace::known);
        let rows = self.timings.iter().map(|timing| Insert::Timing {
            trace: trace.map(str::to_owned),
            name: timing.name.name(),
            value_thousandths: thousandths(timing.value),
        });
        Ok(rows.collect())
    }
}

/// How a browser sees its network, in the words of its own interface.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Network {
    /// Round trip, in milliseconds.
    rtt: f64,
    /// Megabits a second.
    downlink: f64,
    #[serde(rename = "effectiveType")]
    effective_type: EffectiveType,
}

/// The kind of network that it feels like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub(super) enum EffectiveType {
    #[serde(rename = "slow-2g")]
    Slow2g,
    #[serde(rename = "2g")]
    G2,
    #[serde(rename = "3g")]
    G3,
    #[serde(rename = "4g")]
    G4,
}

impl Network {
    pub(super) fn into_row(self) -> ApiResult<Insert> {
        for (field, value) in [("rtt", self.rtt), ("downlink", self.downlink)] {
            if !(0.0..=VALUE_MAX).contains(&value) {
                return Err(ApiError::field(field, "VALIDATION.INVALID", "This is no such measure."));
            }
        }
        let effective_type = match self.effective_type {
            EffectiveType::Slow2g => "slow-2g",
            EffectiveType::G2 => "2g",
            EffectiveType::G3 => "3g",
            EffectiveType::G4 => "4g",
        };
        let rtt_ms = thousandths(self.rtt) / 1000;
        Ok(Insert::Network { rtt_ms, downlink_kbps: thousandths(self.downlink), effective_type })
    }
}

/// Who refused a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Side {
    Client,
    Server,
}

/// A form that was refused.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct RefusedForm {
    side: Side,
    /// The form, such as `registration`.
    component: String,
    /// The first code of each refused field; never what was typed.
    errors: BTreeMap<String, String>,
}

impl RefusedForm {
    pub(super) fn into_rows(self) -> ApiResult<Vec<Insert>> {
        if self.errors.is_empty() || self.errors.len() > FIELDS_MAX {
            return Err(ApiError::field("errors", "VALIDATION.INVALID", "These are no errors of a form."));
        }
        let side = match self.side {
            Side::Client => "client",
            Side::Server => "server",
        };
        let component = scrub(&self.component, NAME_MAX);
        let rows = self.errors.into_iter().map(|(field, code)| Insert::RefusedField {
            side,
            component: component.clone(),
            field: scrub(&field, NAME_MAX),
            code: scrub(&code, CODE_MAX),
        });
        Ok(rows.collect())
    }
}

/// The marks of a campaign that an address may carry; others are left out.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub(super) struct UtmMarks {
    #[serde(skip_serializing_if = "Option::is_none")]
    utm_source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utm_medium: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utm_campaign: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utm_content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    utm_term: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub_id: Option<String>,
}

/// The body of both calls about campaigns.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct UtmBody {
    #[serde(rename = "utmMetrics")]
    utm_metrics: UtmMarks,
}

impl UtmBody {
    /// The row of it, freed of card numbers; refused when there is no mark, or one that is too long.
    pub(super) fn into_row(self, moment: &'static str, player: Option<i64>) -> ApiResult<Insert> {
        let mut marks = self.utm_metrics;
        let all = [
            &mut marks.utm_source,
            &mut marks.utm_medium,
            &mut marks.utm_campaign,
            &mut marks.utm_content,
            &mut marks.utm_term,
            &mut marks.sub_id,
        ];
        let mut given = all.into_iter().flatten().peekable();
        let refused = || {
            let message = "One of the six marks has to be there, each of 256 characters at most.";
            ApiError::field("utmMetrics", "VALIDATION.INVALID", message)
        };
        given.peek().ok_or_else(refused)?;
        for mark in given {
            if mark.chars().count() > MARK_MAX {
                return Err(refused());
            }
            *mark = without_card_numbers(mark);
        }
        Ok(Insert::Utm { moment, player, marks: serde_json::to_string(&marks)? })
    }
}

/// A player's answer to a survey.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct SurveyAnswer {
    /// The survey, as the settings of the site name it.
    pub(super) survey_id: String,
    /// Where in the survey's tool the answers are collected.
    pub(super) survey_collector_id: String,
    /// How likely the player is to recommend the operator, from 0 to 10.
    pub(super) score: i64,
    /// In the player's own words.
    pub(super) comment: Option<String>,
    /// The language of the site in which it was asked.
    pub(super) locale: Option<String>,
}

impl SurveyAnswer {
    /// The answer freed of secrets; refused when it names no survey, or its score is none.
    pub(super) fn checked(mut self) -> ApiResult<Self> {
        for (field, id) in
            [("survey_id", &self.survey_id), ("survey_collector_id", &self.survey_collector_id)]
        {
            if id.is_empty() || id.chars().count() > NAME_MAX || has_card_number(id) {
                return Err(ApiError::field(field, "VALIDATION.INVALID", "There is no such survey."));
            }
        }
        if !SCORES.contains(&self.score) {
            return Err(ApiError::field("score", "VALIDATION.INVALID", "A score is from 0 to 10."));
        }
        let comment = self.comment.map(|comment| scrub(comment.trim(), MESSAGE_MAX));
        self.comment = comment.filter(|comment| !comment.is_empty());
        // An answer counts whatever the site was shown in.
        self.locale = self.locale.filter(|locale| is_locale(locale));
        Ok(self)
    }
}

/// A non-negative measure as an integer.
#[expect(
    clippy::cast_possible_truncation,
    reason = "measures are bounded by VALUE_MAX before they come here"
)]
fn thousandths(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_language_of_the_site_is_kept_with_an_answer() {
        for (locale, kept) in [
            (json!("fr-CA"), Some("fr-CA")),
            (json!("xx"), None),
            (json!("4111 1111 1111 1111"), None),
            (json!(null), None),
        ] {
            let reported =
                json!({ "survey_id": "spring", "survey_collector_id": "site", "score": 9, "locale": locale });
            let answer: SurveyAnswer = serde_json::from_value(reported).unwrap();
            assert_eq!(answer.checked().unwrap().locale.as_deref(), kept, "{locale}");
        }
    }
}
