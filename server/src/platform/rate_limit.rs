//! How often something may happen, kept by each server for itself: N servers behind a balancer allow up to N times
//! as much.
//!
//! A limit counts in windows that begin with the first call of a key. It remembers [`KEYS_MAX`] keys; beyond that
//! the key that was seen longest ago is forgotten. Each limit has a table of its own, so that a flood on one makes
//! no other forget.

use std::hash::RandomState;
use std::sync::{Mutex, PoisonError};

use lru::LruCache;

use crate::platform::clock::Clock;
use crate::platform::config::Config;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::limit_key::LimitKey;

/// The keys that a limit remembers: about 8 MiB.
const KEYS_MAX: usize = 65_536;

const MINUTE_S: u32 = 60;
const HOUR_S: u32 = 60 * MINUTE_S;

/// Lets each key through a number of times in a window.
#[derive(Debug)]
pub struct RateLimit {
    clock: Clock,
    calls_max: u32,
    window_ms: i64,
    keys_max: usize,
    windows: Mutex<LruCache<LimitKey, Window, RandomState>>,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    ends_at: i64,
    calls: u32,
}

impl RateLimit {
    /// Allows `calls_max` calls of a key in `window_s` seconds of `clock`.
    pub fn new(clock: &Clock, calls_max: u32, window_s: u32) -> Self {
        // A bounded table would take all its memory at once; this one grows up to the bound.
        let windows = Mutex::new(LruCache::unbounded_with_hasher(RandomState::new()));
        Self {
            clock: clock.clone(),
            calls_max,
            window_ms: i64::from(window_s) * 1000,
            keys_max: KEYS_MAX,
            windows,
        }
    }

    /// Counts a call of `key`; refuses the one too many with 429 and the time to wait.
    pub fn take(&self, key: LimitKey) -> ApiResult<()> {
        self.take_at(key, self.clock.now()).map_err(ApiError::too_many)
    }

    /// Takes a counted call of `key` back.
    pub fn give_back(&self, key: LimitKey) {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(window) = windows.peek_mut(&key) {
            window.calls = window.calls.saturating_sub(1);
        }
    }

    /// Counts a call of `key` at `now_ms`; answers the seconds to wait when it is one too many.
    fn take_at(&self, key: LimitKey, now_ms: i64) -> Result<(), u64> {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = Window { ends_at: now_ms + self.window_ms, calls: 0 };
        let window = windows.get_or_insert_mut(key, || fresh);
        // A clock that was set back must not leave a window open for longer than it is wide.
        if window.ends_at <= now_ms || window.ends_at > fresh.ends_at {
            *window = fresh;
        }
        let answer = if window.calls < self.calls_max {
            window.calls += 1;
            Ok(())
        } else {
            Err(u64::try_from((window.ends_at - now_ms + 999) / 1000).unwrap_or(1).max(1))
        };
        if windows.len() > self.keys_max {
            windows.pop_lru();
        }
        answer
    }
}

/// The limits of calls. Those of players' accounts and of sign-in stand in their contexts, because they count what is
/// stored.
#[derive(Debug)]
pub struct RateLimits {
    /// All calls of an address; counted on the machine's clock, which goes on where a test holds the server's.
    pub requests: RateLimit,
    /// Calls of guests with an idempotency key, by browser, or by address when the browser has no device cookie: each
    /// call is stored before it is worked on.
    pub keyed_guest_calls: RateLimit,
    /// The same by address alone: device cookies are given to whoever asks.
    pub keyed_guest_calls_of_address: RateLimit,
    /// Complete sign-up forms with a captcha, by address; a household or an office stays well below.
    pub sign_up: RateLimit,
    /// Sign-up forms of people who are too young, by address: each is stored.
    pub age_refusals: RateLimit,
    /// Refused sign-ins that are written down, by address.
    pub refused_sign_ins_noted: RateLimit,
    /// Refused sign-ins with the same captcha proof.
    pub refused_sign_ins_of_proof: RateLimit,
    /// Questions whether an e-mail address is free, by address of the caller.
    pub check_email: RateLimit,
    /// How many of those need no captcha.
    pub check_email_without_captcha: RateLimit,
    /// The same questions, by the e-mail address that is asked about.
    pub check_email_of_mailbox: RateLimit,
    /// Mails asked for with links to recover or confirm an account, by address of the caller.
    pub mail_requests: RateLimit,
    /// The same, by caller, purpose and mailbox.
    pub mail_requests_of_mailbox: RateLimit,
    /// The same over a day.
    pub mail_requests_of_mailbox_a_day: RateLimit,
    /// Passkeys asked for and shown at sign-in, by address.
    pub passkeys: RateLimit,
    /// Ways to providers of sign-in and back, by address.
    pub provider_flows: RateLimit,
    /// Tokens of mails that are tried, by address.
    pub token_tries: RateLimit,
    /// Messages to support, by address.
    pub contact: RateLimit,
    /// How many of those need no captcha.
    pub contact_without_captcha: RateLimit,
    /// Receipts for messages to support to one mailbox over a day: it need not be the writer's.
    pub contact_receipts_of_mailbox_a_day: RateLimit,
    /// Messages in the chat, by player, or by address for guests.
    pub chat_messages: RateLimit,
    /// Looks at a conversation and marks that it was read, by player, or by restore id for guests.
    pub chat_reads: RateLimit,
    /// Guests who begin a chat, by address.
    pub chat_guests: RateLimit,
    /// Transcripts of the chat by mail, by player.
    pub chat_transcripts: RateLimit,
    /// Restore ids kept, by player.
    pub chat_restore_ids: RateLimit,
    /// Entries in the log of browsers, by address; so are the next nine.
    pub client_log: RateLimit,
    /// Reports of how long a page took.
    pub performance: RateLimit,
    /// Reports of how the browser sees its network.
    pub network_performance: RateLimit,
    /// Reports of refused forms.
    pub refused_forms: RateLimit,
    /// Marks of campaigns.
    pub campaigns: RateLimit,
    /// Answers to surveys.
    pub surveys: RateLimit,
    /// Variants of A/B tests that were shown.
    pub variants_shown: RateLimit,
    /// The same to guests over an hour: whoever makes marks up makes few visitors of them.
    pub variants_shown_to_guests: RateLimit,
    /// Requests of the tracking pixel.
    pub pixel: RateLimit,
    /// Demo games opened, by address.
    pub demo_launches: RateLimit,
    /// Games opened for money, by player: each leaves a session in the store.
    pub launches: RateLimit,
    /// Demo games opened, by player.
    pub demo_launches_of_player: RateLimit,
    /// Limits set, changed and removed, by player: a looser one sends a mail.
    pub user_limits: RateLimit,
    /// Mails about looser limits to one mailbox over a day: it need not be confirmed.
    pub limit_mails_of_mailbox_a_day: RateLimit,
    /// Confirmations of looser limits, by address.
    pub limit_confirmations: RateLimit,
    /// Documents uploaded, by player.
    pub documents: RateLimit,
    /// Ways to the identity partner's page, by player.
    pub identity_checks: RateLimit,
    /// Documents uploaded, by address: a household stays well below.
    pub documents_of_address: RateLimit,
    /// Payments started, by player.
    pub payments: RateLimit,
    /// Checks before a payment, by player.
    pub payment_checks: RateLimit,
    /// Questions to the partner about a payment that is under way, by payment.
    pub payment_looks: RateLimit,
    /// Devices for notices, by player.
    pub push_devices: RateLimit,
    /// Visits of the sports site begun, by player.
    pub sport_visits: RateLimit,
    /// Wrong codes of coupons and bonuses, by player.
    pub wrong_codes: RateLimit,
    /// The same, by address: a household stays well below.
    pub wrong_codes_of_address: RateLimit,
}

impl RateLimits {
    /// The limits of a server with these settings.
    pub fn new(config: &Config, clock: &Clock) -> Self {
        let limit = |calls_max, window_s| RateLimit::new(clock, calls_max, window_s);
        Self {
            requests: RateLimit::new(&Clock::System, config.requests_per_address_max, 10),
            keyed_guest_calls: limit(120, MINUTE_S),
            keyed_guest_calls_of_address: limit(1_200, MINUTE_S),
            sign_up: limit(100, HOUR_S),
            age_refusals: limit(100, HOUR_S),
            refused_sign_ins_noted: limit(1, MINUTE_S),
            refused_sign_ins_of_proof: limit(3, 10 * MINUTE_S),
            check_email: limit(10, MINUTE_S),
            check_email_without_captcha: limit(5, MINUTE_S),
            check_email_of_mailbox: limit(10, MINUTE_S),
            mail_requests: limit(10, 10 * MINUTE_S),
            mail_requests_of_mailbox: limit(1, MINUTE_S),
            mail_requests_of_mailbox_a_day: limit(5, 24 * HOUR_S),
            passkeys: limit(120, MINUTE_S),
            provider_flows: limit(120, MINUTE_S),
            token_tries: limit(600, HOUR_S),
            contact: limit(10, HOUR_S),
            contact_without_captcha: limit(2, HOUR_S),
            contact_receipts_of_mailbox_a_day: limit(3, 24 * HOUR_S),
            chat_messages: limit(60, MINUTE_S),
            chat_reads: limit(240, MINUTE_S),
            chat_guests: limit(60, HOUR_S),
            chat_transcripts: limit(5, HOUR_S),
            chat_restore_ids: limit(30, MINUTE_S),
            client_log: limit(60, MINUTE_S),
            performance: limit(60, MINUTE_S),
            network_performance: limit(60, MINUTE_S),
            refused_forms: limit(60, MINUTE_S),
            campaigns: limit(60, MINUTE_S),
            surveys: limit(60, MINUTE_S),
            variants_shown: limit(60, MINUTE_S),
            variants_shown_to_guests: limit(60, HOUR_S),
            pixel: limit(60, MINUTE_S),
            demo_launches: limit(120, MINUTE_S),
            launches: limit(60, MINUTE_S),
            demo_launches_of_player: limit(30, MINUTE_S),
            user_limits: limit(30, MINUTE_S),
            limit_mails_of_mailbox_a_day: limit(20, 24 * HOUR_S),
            limit_confirmations: limit(30, MINUTE_S),
            documents: limit(20, HOUR_S),
            identity_checks: limit(30, HOUR_S),
            documents_of_address: limit(60, HOUR_S),
            payments: limit(30, MINUTE_S),
            payment_checks: limit(30, MINUTE_S),
            payment_looks: limit(1, 3),
            push_devices: limit(20, MINUTE_S),
            sport_visits: limit(30, MINUTE_S),
            wrong_codes: limit(5, 10 * MINUTE_S),
            wrong_codes_of_address: limit(5, 10 * MINUTE_S),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(calls_max: u32) -> RateLimit {
        RateLimit::new(&Clock::manual(0), calls_max, 60)
    }

    fn key(number: i64) -> LimitKey {
        LimitKey::player(number)
    }

    #[test]
    fn the_one_too_many_is_refused_until_the_window_ends() {
        let limit = limit(5);
        #[rustfmt::skip]
        let cases = [
            // at_ms  key  calls  answer of the last
            ( 1_000,   1,   5,    Ok(())),
            ( 1_000,   1,   1,    Err(60)),
            ( 2_000,   1,   1,    Err(59)),
            ( 2_000,   2,   1,    Ok(())),
            (60_999,   1,   1,    Err(1)),
            (61_000,   1,   5,    Ok(())),
            (61_000,   1,   1,    Err(60)),
        ];
        for (now_ms, number, calls, expected) in cases {
            let last = (0..calls).map(|_| limit.take_at(key(number), now_ms)).last();
            assert_eq!(last, Some(expected), "key {number} at {now_ms}");
        }
    }

    #[test]
    fn a_clock_that_was_set_back_keeps_nobody_out_for_long() {
        let limit = limit(1);
        limit.take_at(key(1), 1_000_000).unwrap();
        assert_eq!(limit.take_at(key(1), 1_000_000), Err(60));
        assert_eq!(limit.take_at(key(1), 0), Ok(()));
        assert_eq!(limit.take_at(key(1), 0), Err(60));
    }

    #[test]
    fn a_flood_of_keys_is_forgotten_oldest_first() {
        let limit = RateLimit { keys_max: 100, ..limit(1) };
        limit.take_at(key(-1), 0).unwrap();
        for number in 0..10_000 {
            assert_eq!(limit.take_at(key(number), 0), Ok(()));
            // A key that goes on calling is never the oldest.
            assert_eq!(limit.take_at(key(-1), 0), Err(60));
        }
        assert_eq!(limit.windows.lock().unwrap().len(), 100);
    }
}
