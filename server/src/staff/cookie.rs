//! The cookie of a member's session.

use axum::http::{HeaderMap, HeaderValue};

use crate::app::App;
use crate::auth::{self, host_of, is_this_machine};
use crate::platform::error::{ApiError, ApiResult};

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

    /// The header that gives the browser `token` for `max_age_s` seconds.
    pub fn set(self, token: &str, max_age_s: i64) -> ApiResult<HeaderValue> {
        let secure = if self.secure { "; Secure" } else { "" };
        let name = self.name();
        let text = format!("{name}={token}; Path=/; Max-Age={max_age_s}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::from_str(&text).map_err(|error| ApiError::internal(&error))
    }

    /// The header that takes the cookie away.
    pub fn clear(self) -> ApiResult<HeaderValue> {
        self.set("", 0)
    }
}
