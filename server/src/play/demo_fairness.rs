//! Proofs of demo rounds: the session has seed pairs of its own, committed to before they are played with and revealed by the
//! next one.
//!
//! The operator's half is derived from the session and the number of the pair with a key of the installation, so a demo costs no
//! row of seeds, and whoever knows one half learns nothing of the next. A demo's commitments do not go into the public list: they
//! are shown in the session, which is gone an hour after its last round.

use croupier_games::fair::ServerSeed;
use croupier_games::{Bet, DefinitionHash};
use hmac::Mac as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::fairness::{Proof, ProofGame, RoundSeed, refuse_bad_seed};
use super::model::RoundView;
use super::sessions::{self, FUN, Session};
use super::{demo, store};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::hmac_sha256;

/// What the key of demos' seeds is for.
const PURPOSE: &str = "demo";

/// Rounds of a demo that can be proven: the newest ones.
pub(super) const ROUNDS_KEPT: i64 = 20;

/// Pairs that a session remembers: those of the kept rounds, each of which may have one of its own, and the one in force.
const PAIRS_MAX: usize = 21;

/// The seed pairs of a demo, the one in force last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeds(Vec<Pair>);

/// A pair, without the operator's half.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pair {
    /// From 1 on.
    pub(super) no: i64,
    pub(super) client_seed: String,
    /// The nonce of its first round.
    first_nonce: i64,
}

impl Seeds {
    /// The pairs of a demo that begins.
    pub(super) fn first(client_seed: String) -> Self {
        Self(vec![Pair { no: 1, client_seed, first_nonce: 1 }])
    }

    /// Reads them from a row; a session for money has none.
    pub(super) fn read(text: &str) -> ApiResult<Self> {
        if text.is_empty() { Ok(Self::default()) } else { Ok(serde_json::from_str(text)?) }
    }

    /// As they are stored.
    pub(super) fn written(&self) -> String {
        if self.0.is_empty() { String::new() } else { serde_json::json!(self.0).to_string() }
    }

    /// The pair in force; `None` in a session for money.
    pub(super) fn in_force(&self) -> Option<&Pair> {
        self.0.last()
    }

    /// The same pairs once the client has chosen `client_seed` after the round `nonce`. While a pair has drawn nothing, its half can
    /// be chosen anew; later the next pair begins.
    fn chosen(&self, client_seed: &str, nonce: i64) -> Self {
        let mut pairs = self.0.clone();
        let next = match pairs.pop() {
            Some(unused) if unused.first_nonce > nonce => {
                Pair { client_seed: client_seed.to_owned(), ..unused }
            }
            Some(used) => {
                let no = used.no + 1;
                pairs.push(used);
                Pair { no, client_seed: client_seed.to_owned(), first_nonce: nonce + 1 }
            }
            None => Pair { no: 1, client_seed: client_seed.to_owned(), first_nonce: nonce + 1 },
        };
        pairs.push(next);
        let beyond = pairs.len().saturating_sub(PAIRS_MAX);
        pairs.drain(..beyond);
        Self(pairs)
    }

    fn numbered(&self, no: i64) -> Option<&Pair> {
        self.0.iter().find(|pair| pair.no == no)
    }
}

/// The operator's half of a session's pair.
pub(super) fn server_seed(app: &App, session: Uuid, no: i64) -> ServerSeed {
    let mut mac = hmac_sha256(&app.secrets.key_for(PURPOSE));
    mac.update(session.as_bytes());
    mac.update(&no.to_be_bytes());
    ServerSeed::new(mac.finalize().into_bytes().into())
}

/// The pair in force of a demo.
#[derive(Debug, Clone)]
pub struct InForce {
    /// From 1 on.
    pub seed_no: i64,
    /// The commitment.
    pub server_seed_hash: String,
    /// The client's half.
    pub client_seed: String,
}

/// The pair in force of a demo; 404 in a session for money.
pub fn in_force(app: &App, session: &Session) -> ApiResult<InForce> {
    let pair = session.demo.seeds.in_force().ok_or_else(ApiError::not_found)?;
    Ok(InForce {
        seed_no: pair.no,
        server_seed_hash: server_seed(app, session.id, pair.no).commitment(),
        client_seed: pair.client_seed.clone(),
    })
}

/// The seed pairs of a demo.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DemoSeeds {
    /// Number of the pair in force.
    pub seed_no: i64,
    /// What the operator has committed itself to.
    pub server_seed_hash: String,
    /// The commitment for the pair after this one.
    pub next_server_seed_hash: String,
    /// The client's half.
    pub client_seed: String,
    /// Rounds played so far.
    pub nonce: i64,
    /// How many of them were drawn with the pair in force.
    pub rounds: i64,
    /// The last rounds that have ended, newest first, at most twenty.
    pub played: Vec<DemoRound>,
}

/// A round of a demo.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DemoRound {
    /// Its number in the demo.
    pub nonce: i64,
    /// Number of its pair.
    pub seed_no: i64,
    /// Whether that is revealed, so that the round can be worked out again.
    pub is_revealed: bool,
    /// In hundredths of play money.
    pub stake_cents: i64,
    /// In hundredths of play money.
    pub win_cents: i64,
    /// When it began, RFC 3339.
    pub created_at: String,
}

/// A round as a demo keeps it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredRound {
    pub(super) view: RoundView,
    pub(super) bets: Vec<Bet>,
    /// The rules that it was played under.
    pub(super) definition: DefinitionHash,
}

/// The seed pairs of a demo and its last rounds; 404 in a session for money.
pub async fn seeds(app: &App, session: &Session) -> ApiResult<DemoSeeds> {
    shown(app, session, &session.demo.seeds).await
}

async fn shown(app: &App, session: &Session, seeds: &Seeds) -> ApiResult<DemoSeeds> {
    let pair = seeds.in_force().ok_or_else(ApiError::not_found)?;
    let mut played = Vec::new();
    for body in store::demo_rounds(&app.db, session.id).await? {
        let StoredRound { view, .. } = serde_json::from_str(&body)?;
        played.push(DemoRound {
            nonce: view.nonce,
            seed_no: view.seed_no,
            is_revealed: view.seed_no < pair.no,
            stake_cents: view.stake_cents,
            win_cents: view.win_cents,
            created_at: view.created_at,
        });
    }
    Ok(DemoSeeds {
        seed_no: pair.no,
        server_seed_hash: server_seed(app, session.id, pair.no).commitment(),
        next_server_seed_hash: server_seed(app, session.id, pair.no + 1).commitment(),
        client_seed: pair.client_seed.clone(),
        nonce: session.demo.nonce,
        rounds: (session.demo.nonce - pair.first_nonce + 1).max(0),
        played,
    })
}

/// Gives a demo the client's half of its pair. Refused with 409 while a round is open, whose further steps are under the old pair,
/// and with 404 in a session for money.
pub async fn choose(app: &App, session: &Session, client_seed: &str) -> ApiResult<DemoSeeds> {
    refuse_bad_seed(client_seed)?;
    let now = &session.demo;
    now.seeds.in_force().ok_or_else(ApiError::not_found)?;
    if now.open_round()?.is_some() {
        return Err(ApiError::conflict("round_conflict", "A round of this game is still open."));
    }
    let seeds = now.seeds.chosen(client_seed, now.nonce);
    let next = demo::State { seeds: seeds.clone(), ..now.clone() };
    let mut tx = app.db.begin().await?;
    let expires_at = app.clock.now() + sessions::DEMO_IDLE_MS;
    if !store::update_demo(&mut tx, session.id, &next, expires_at).await? {
        return Err(ApiError::conflict("round_conflict", "The round has moved on."));
    }
    tx.commit().await?;
    shown(app, session, &seeds).await
}

/// All that is needed to work out one of the last rounds of a demo again.
pub async fn proof(app: &App, session: &Session, nonce: i64) -> ApiResult<Proof> {
    let seeds = &session.demo.seeds;
    let in_force = seeds.in_force().ok_or_else(ApiError::not_found)?.no;
    let body = store::demo_round(&app.db, session.id, nonce).await?.ok_or_else(ApiError::not_found)?;
    let StoredRound { view, bets, definition } = serde_json::from_str(&body)?;
    let pair = seeds.numbered(view.seed_no).ok_or_else(ApiError::not_found)?;
    let rules = app.games.find(&app.db, &view.game, Some(definition)).await?;
    let game = rules.ok_or_else(ApiError::not_found)?;
    let server_seed = server_seed(app, session.id, pair.no);
    Ok(Proof {
        game: ProofGame {
            identifier: view.game.clone(),
            title: game.title().to_owned(),
            definition_hash: game.hash().to_string(),
            definition: game.definition().clone(),
        },
        stake_cents: view.stake_cents,
        bets,
        table_round: None,
        seed: RoundSeed {
            seed_no: pair.no,
            server_seed_hash: server_seed.commitment(),
            server_seed: (pair.no < in_force).then(|| server_seed.to_hex()),
            client_seed: pair.client_seed.clone(),
            nonce: view.nonce,
            currency: FUN.to_owned(),
        },
        round: view,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_is_chosen_anew_until_it_has_drawn() {
        let seeds = Seeds::first("house".to_owned());
        let mine = seeds.chosen("mine", 0);
        let of = |seeds: &Seeds| {
            seeds.in_force().map(|pair| (pair.no, pair.client_seed.clone(), pair.first_nonce))
        };
        assert_eq!(of(&mine), Some((1, "mine".to_owned(), 1)));
        assert_eq!(of(&mine.chosen("other", 0)), Some((1, "other".to_owned(), 1)));
        let next = mine.chosen("next", 7);
        assert_eq!(of(&next), Some((2, "next".to_owned(), 8)));
        assert_eq!(next.numbered(1).map(|pair| pair.client_seed.as_str()), Some("mine"));
        assert_eq!(of(&next.chosen("again", 7)), Some((2, "again".to_owned(), 8)));
    }

    #[test]
    fn old_pairs_are_forgotten_and_the_rest_is_read_again() {
        let mut seeds = Seeds::first("0".to_owned());
        for nonce in 1..100 {
            seeds = seeds.chosen(&nonce.to_string(), nonce);
        }
        assert_eq!((seeds.0.len(), seeds.in_force().map(|pair| pair.no)), (PAIRS_MAX, Some(100)));
        assert_eq!(Seeds::read(&seeds.written()).unwrap(), seeds);
        assert_eq!(Seeds::default().written(), "");
        assert_eq!(Seeds::read("").unwrap(), Seeds::default());
    }
}
