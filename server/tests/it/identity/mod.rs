//! Signing up, in and out.

mod captcha;
mod guard;
mod once_per_key;
mod sign_in;
mod sign_up;
