//! What shows that a second factor is there: a code of the app, a recovery code, or a passkey.

use serde_json::Value;

use super::store::Login;
use super::{passkeys, recovery_codes, totp};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;

/// What shows that the second factor is there, in its normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// Six digits of the app.
    Code(String),
    /// A recovery code.
    Recovery(String),
    /// A passkey, whosever it is.
    Passkey(passkeys::Shown),
}

/// The fields of a form in which a second factor can come.
#[derive(Debug, Clone, Copy, Default)]
pub struct FactorFields<'a> {
    /// Six digits of the app.
    pub otp_attempt: Option<&'a str>,
    /// A recovery code.
    pub recovery_code: Option<&'a str>,
    /// A passkey, as the browser answers with it.
    pub passkey: Option<&'a Value>,
}

impl Proof {
    /// Judges the fields of a call; a code of the app counts before a recovery code, and either before a passkey.
    pub(super) async fn read(app: &App, fields: FactorFields<'_>) -> ApiResult<Self> {
        match fields {
            FactorFields { otp_attempt: None, recovery_code: Some(typed), .. } => {
                let code = recovery_codes::normal(typed).ok_or_else(|| unfit("recovery_code", typed))?;
                Ok(Self::Recovery(code))
            }
            FactorFields { otp_attempt: None, passkey: Some(sent), .. } => {
                Ok(Self::Passkey(passkeys::Shown::judge(app, sent).await?))
            }
            FactorFields { otp_attempt, .. } => Self::code(otp_attempt.unwrap_or_default()),
        }
    }

    pub(super) fn code(typed: &str) -> ApiResult<Self> {
        let code: String = typed.chars().filter(|c| !c.is_whitespace()).take(totp::DIGITS + 1).collect();
        let is_code = code.len() == totp::DIGITS && code.bytes().all(|b| b.is_ascii_digit());
        if is_code { Ok(Self::Code(code)) } else { Err(unfit("otp_attempt", typed)) }
    }

    /// The field that it was typed into.
    pub(super) const fn field(&self) -> &'static str {
        match self {
            Self::Code(_) => "otp_attempt",
            Self::Recovery(_) => "recovery_code",
            Self::Passkey(_) => passkeys::FIELD,
        }
    }

    /// The refusal of one that does not fit.
    pub(super) fn wrong(&self) -> ApiError {
        if let Self::Passkey(_) = self {
            return passkeys::wrong();
        }
        ApiError::field(self.field(), "SIGN_IN.WRONG_CODE", "This code is wrong or was used before.")
    }
}

fn unfit(field: &str, typed: &str) -> ApiError {
    let rule = if typed.trim().is_empty() { Rule::Required } else { Rule::Invalid };
    ApiError::fields(vec![rule.on(field)])
}

/// The proof that a change of what guards `login` asks for beside the password; `None` where there is no second factor.
pub async fn asked_proof(app: &App, login: &Login, factor: FactorFields<'_>) -> ApiResult<Option<Proof>> {
    if login.two_factor { Proof::read(app, factor).await.map(Some) } else { Ok(None) }
}
