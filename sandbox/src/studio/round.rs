//! The studio's games and their rounds, as they should be and as they should not.

use serde::Deserialize;

use super::casino::{Asking, Call, ask, bet, rollback, win};
use super::{Open, Player, spins};
use crate::App;
use crate::edge::Entropy;

/// A game of the studio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Title {
    SteamReels,
    CopperDice,
}

/// What three equal symbols of the reels pay, as multiples of the stake.
const TRIPLES: [i64; 5] = [3, 5, 8, 15, 30];

/// What the first two equal symbols pay, when the third is another.
const PAIR: i64 = 3;

/// What two dice above seven pay, in tenths of the stake.
const HIGH_TENTHS: i64 = 23;

impl Title {
    /// The game that the casino calls `name`.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::SteamReels, Self::CopperDice].into_iter().find(|title| title.name() == name)
    }

    /// As the casino calls it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::SteamReels => "brassworks:steam-reels",
            Self::CopperDice => "brassworks:copper-dice",
        }
    }

    /// As players read it.
    pub(super) const fn shown(self) -> &'static str {
        match self {
            Self::SteamReels => "Steam Reels",
            Self::CopperDice => "Copper Dice",
        }
    }

    /// How many faces are shown, and how many each of them can be.
    pub(super) const fn faces(self) -> (usize, u8) {
        match self {
            Self::SteamReels => (3, 5),
            Self::CopperDice => (2, 6),
        }
    }

    pub(super) fn draw(self, entropy: &Entropy) -> Vec<u8> {
        let (count, sides) = self.faces();
        let bytes = hex::decode(entropy.id("").trim_start_matches('_')).unwrap_or_default();
        // The tiny bias of the remainder does not matter: nobody plays here for real money.
        bytes.into_iter().take(count).map(|byte| byte % sides).collect()
    }

    /// What `faces` pay for `stake`.
    pub(super) fn pay(self, faces: &[u8], stake: i64) -> i64 {
        match (self, faces) {
            (Self::SteamReels, [one, two, three]) if one == two && two == three => {
                stake.saturating_mul(TRIPLES[usize::from(*one) % TRIPLES.len()])
            }
            (Self::SteamReels, [one, two, _]) if one == two => stake.saturating_mul(PAIR),
            // A face of nothing is a one.
            (Self::CopperDice, [one, two]) if one + two + 2 > 7 => stake.saturating_mul(HIGH_TENTHS) / 10,
            _ => 0,
        }
    }
}

/// What the page asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Act {
    /// Asks for the balance.
    Balance,
    /// Plays a round as it should be.
    Play,
    /// Plays a free spin of the casino.
    FreeSpin,
    /// Sends the last bet again.
    RepeatBet,
    /// Takes the last round back, win first.
    RollBack,
    /// Takes a bet back before it is sent.
    RollBackFirst,
    /// Adds a win to the last round, which is over.
    LateWin,
    /// Wins in a round without a bet.
    WinWithoutBet,
    /// Signs a bet wrongly.
    WrongSignature,
    /// Loses the answer to a bet, and asks again.
    LostAnswer,
}

/// A round as it was played.
#[derive(Debug, Clone)]
pub(super) struct Round {
    id: String,
    bet: String,
    stake: i64,
    /// The win, when there was one.
    win: Option<String>,
}

/// What an act came to.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) faces: Vec<u8>,
    pub(super) win: i64,
    /// What the page says.
    pub(super) says: String,
    pub(super) calls: Vec<Call>,
}

/// Does what the page asks for; the balance and the last round of `open` follow.
pub(super) async fn act(app: &App, open: &mut Open, act: Act, stake: i64) -> Outcome {
    let mut outcome = match open.player.clone() {
        None => for_fun(app, open, act, stake),
        Some(player) => for_money(app, open, &player, act, stake).await,
    };
    if let Some(balance) = outcome.calls.iter().rev().find_map(Call::balance) {
        open.balance = balance;
    }
    if let Some(refused) = outcome.calls.iter().find(|call| !call.is_taken())
        && outcome.says.is_empty()
    {
        let why = refused.answer["message"].as_str().unwrap_or("The casino gives no answer.");
        why.clone_into(&mut outcome.says);
    }
    outcome
}

/// A round of play money.
fn for_fun(app: &App, open: &mut Open, act: Act, stake: i64) -> Outcome {
    if act != Act::Play || stake <= 0 || stake > open.balance {
        return Outcome::default();
    }
    let faces = open.title.draw(&app.config.entropy);
    let win = open.title.pay(&faces, stake);
    open.balance = open.balance - stake + win;
    Outcome { faces, win, ..Outcome::default() }
}

async fn for_money(app: &App, open: &mut Open, player: &Player, act: Act, stake: i64) -> Outcome {
    match act {
        Act::Balance => one(ask(app, open, player, play("", Vec::new())).await),
        Act::Play => whole(app, open, player, stake, false).await,
        Act::LostAnswer => whole(app, open, player, stake, true).await,
        Act::FreeSpin => spins::play(app, open, player).await,
        Act::RepeatBet | Act::RollBack | Act::LateWin => match open.last.clone() {
            Some(last) => with_last(app, open, player, act, &last).await,
            None => Outcome { says: "Play a round first.".to_owned(), ..Outcome::default() },
        },
        Act::RollBackFirst => {
            let (round, id) = (app.config.entropy.id("rnd"), app.config.entropy.id("act"));
            let actions = vec![rollback(&app.config.entropy.id("act"), &id)];
            let back = Asking { call: "rollback", ..play(&round, actions) };
            let first = ask(app, open, player, back).await;
            let then = ask(app, open, player, play(&round, vec![bet(&id, stake)])).await;
            Outcome { calls: vec![first, then], ..Outcome::default() }
        }
        Act::WinWithoutBet => {
            let round = app.config.entropy.id("rnd");
            let asking =
                Asking { finished: true, ..play(&round, vec![win(&app.config.entropy.id("act"), stake)]) };
            one(ask(app, open, player, asking).await)
        }
        Act::WrongSignature => {
            let round = app.config.entropy.id("rnd");
            let asking =
                Asking { signed: false, ..play(&round, vec![bet(&app.config.entropy.id("act"), stake)]) };
            one(ask(app, open, player, asking).await)
        }
    }
}

/// A call about an open round, signed as it should be.
fn play(round: &str, actions: Vec<serde_json::Value>) -> Asking<'_> {
    Asking { call: "play", round, finished: false, actions, signed: true }
}

fn one(call: Call) -> Outcome {
    Outcome { calls: vec![call], ..Outcome::default() }
}

/// A round from its bet to its end; `loses` asks for the bet twice, as after an answer that was lost.
async fn whole(app: &App, open: &mut Open, player: &Player, stake: i64, loses: bool) -> Outcome {
    let id = |kind: &str| app.config.entropy.id(kind);
    let mut round = Round { id: id("rnd"), bet: id("act"), stake, win: None };
    let mut calls = Vec::with_capacity(3);
    for _ in 0..=usize::from(loses) {
        calls.push(ask(app, open, player, play(&round.id, vec![bet(&round.bet, stake)])).await);
    }
    if !calls.iter().all(Call::is_taken) {
        return Outcome { calls, ..Outcome::default() };
    }
    let faces = open.title.draw(&app.config.entropy);
    let won = open.title.pay(&faces, stake);
    let actions = if won > 0 {
        let name = id("act");
        let actions = vec![win(&name, won)];
        round.win = Some(name);
        actions
    } else {
        Vec::new()
    };
    let end = Asking { finished: true, ..play(&round.id, actions) };
    calls.push(ask(app, open, player, end).await);
    open.last = Some(round);
    Outcome { faces, win: won, calls, ..Outcome::default() }
}

/// What is done to a round that is over.
async fn with_last(app: &App, open: &Open, player: &Player, act: Act, last: &Round) -> Outcome {
    let asking = match act {
        Act::RollBack => {
            let originals = last.win.iter().chain([&last.bet]);
            let actions = originals.map(|original| rollback(&format!("back_{original}"), original)).collect();
            Asking { call: "rollback", finished: true, ..play(&last.id, actions) }
        }
        Act::LateWin => {
            let actions = vec![win(&app.config.entropy.id("act"), last.stake)];
            Asking { finished: true, ..play(&last.id, actions) }
        }
        _ => play(&last.id, vec![bet(&last.bet, last.stake)]),
    };
    one(ask(app, open, player, asking).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_pay_by_their_tables() {
        for (title, faces, pays) in [
            (Title::SteamReels, &[4, 4, 4][..], 3_000),
            (Title::SteamReels, &[0, 0, 0][..], 300),
            (Title::SteamReels, &[2, 2, 1][..], 300),
            (Title::SteamReels, &[1, 2, 2][..], 0),
            (Title::CopperDice, &[5, 5][..], 230),
            (Title::CopperDice, &[2, 3][..], 0),
            (Title::CopperDice, &[3, 3][..], 230),
        ] {
            assert_eq!(title.pay(faces, 100), pays, "{title:?} {faces:?}");
        }
        assert_eq!(Title::named("brassworks:copper-dice"), Some(Title::CopperDice));
        assert_eq!(Title::named("brassworks:other"), None);
    }

    #[test]
    fn every_draw_has_all_its_faces() {
        for title in [Title::SteamReels, Title::CopperDice] {
            let (count, sides) = title.faces();
            let faces = title.draw(&Entropy::system());
            assert!(faces.len() == count && faces.iter().all(|face| *face < sides), "{faces:?}");
        }
    }
}
