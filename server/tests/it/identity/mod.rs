//! Signing up, in and out.

mod app_secrets;
mod authenticator;
mod captcha;
mod devices;
mod fresh;
mod guard;
mod guarded_changes;
mod mail_server;
mod offers;
mod once_per_key;
mod passkeys;
mod providers;
mod recaptcha;
mod recovery;
pub mod second_step;
mod sessions;
mod sign_in;
mod sign_in_link;
mod sign_up;
mod strangers;
mod sweep;
mod two_factor;
