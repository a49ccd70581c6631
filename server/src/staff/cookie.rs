//! The cookie of a member's session, and the mark beside it that scripts may read.

use axum::http::header::{HeaderName, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::AppendHeaders;

use crate::app::App;
use crate::auth::{self, host_of, is_this_machine};
use crate::platform::error::{ApiError, ApiResult};

/// The name of the mark: where it is missing nobody has signed in, and the page does not ask who has.
const MARK: &str = "croupier-office-open";

/// What sets or clears the cookie and its mark.
pub type CookieHeaders = AppendHeaders<[(HeaderName, HeaderValue); 2]>;

/// How the cookie is called and flagged: with the `__Host-` prefix, which browsers accept on secure connections and on
/// this machine, or without it on a plain one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffCookie {
    secure: bool,
}

impl StaffCookie {
    /// The cookie on the connection that `headers` came over.
    pub fn on(app: &App, headers: &HeaderMap) -> Self {
        Self { secure: app.config.office_url.starts_with("https://") || is_this_machine(host_of(headers)) }
    }

    const fn name(self) -> &'static str {
        if self.secure { "__Host-croupier-office" } else { "croupier-office" }
    }

    /// The token that `headers` bring.
    pub fn read(self, headers: &HeaderMap) -> Option<String> {
        auth::cookie(headers, self.name())
    }

    /// The headers that give the browser `token` for `max_age_s` seconds.
    pub fn set(self, token: &str, max_age_s: i64) -> ApiResult<CookieHeaders> {
        let secure = if self.secure { "; Secure" } else { "" };
        let (place, reach) = (format!("Path=/; Max-Age={max_age_s}"), format!("SameSite=Strict{secure}"));
        let header = |text: String| HeaderValue::from_str(&text).map_err(|error| ApiError::internal(&error));
        let session = header(format!("{}={token}; {place}; HttpOnly; {reach}", self.name()))?;
        let mark = header(format!("{MARK}=1; {place}; {reach}"))?;
        Ok(AppendHeaders([(SET_COOKIE, session), (SET_COOKIE, mark)]))
    }

    /// The headers that take the cookie away.
    pub fn clear(self) -> ApiResult<CookieHeaders> {
        self.set("", 0)
    }
}
