//! What limits and bonuses say of bets at partners.

use futures_util::future::join_all;
use serde_json::json;

use super::{Fixture, Opened, REELS};
use crate::bonus::{active, assert_sound, offer};
use crate::limits::{cap, set};
use crate::play::{cash, launch, rich_player};

/// A bonus that allows small bets, and one that excludes the reels.
const OFFERS: &str = r#"
    [[offer]]
    code = "SMALL"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "small"
    title = { en = "Small" }
    wager = 2
    activatable_hours = 24
    valid_hours = 48
    amounts.EUR = { amount = 1000, bet_max = 300 }

    [[offer]]
    code = "ELSEWHERE"
    trigger = "staff"
    kind = "NonDeposit"
    group_key = "elsewhere"
    title = { en = "Elsewhere" }
    wager = 2
    activatable_hours = 24
    valid_hours = 48
    excluded = { games = ["brassworks/steam-reels"] }
    amounts.EUR = { amount = 1000 }
"#;

/// A stake in several calls is bounded as one: in turn, side by side, and after one of them was taken back.
async fn bets_of_several_calls_are_one_stake(fixture: &Fixture, opened: &Opened) {
    let bet = async |round: &str, id: &str, amount: i64| {
        let actions = json!([{ "action": "bet", "action_id": id, "amount": amount }]);
        fixture.call(opened, "play", round, actions).await
    };
    assert_eq!(bet("parts", "first", 200).await.0, 200);
    let (status, answer) = bet("parts", "second", 101).await;
    assert_eq!((status, &answer["code"]), (412, &json!(106)));
    assert_eq!(bet("parts", "first", 200).await.0, 200, "it was taken before");
    assert_eq!(bet("parts", "third", 100).await.0, 200);
    let back = json!([{ "action": "rollback", "action_id": "back", "original_action_id": "first" }]);
    assert_eq!(fixture.call(opened, "rollback", "parts", back).await.0, 200);
    assert_eq!(bet("parts", "fourth", 201).await.1["code"], 106);
    assert_eq!(bet("parts", "fifth", 200).await.0, 200);
    let names: Vec<_> = (0..8).map(|number| format!("beside-{number}")).collect();
    let answers = join_all(names.iter().map(|name| bet("beside", name, 100))).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 3, "{answers:?}");
}

on_each_engine! {
    async fn the_terms_of_a_bonus_refuse_a_bet_before_it_is_made(engine: Engine) {
        for (code, refused) in [("SMALL", 106), ("ELSEWHERE", 107)] {
            let fixture = Fixture::start(engine).await;
            offer(&fixture.kit, OFFERS);
            let (browser, player) = rich_player(&fixture.kit).await;
            let opened = fixture.open(&browser, player, REELS).await;
            assert_eq!(fixture.bet(&opened, "before", 400).await.0, 200);
            active(&fixture.kit, &browser, player, code).await;
            let (status, answer) = fixture.bet(&opened, "high", 400).await;
            assert_eq!((status, &answer["code"]), (412, &json!(refused)), "{code}");
            assert_eq!(fixture.bet(&opened, "before", 400).await.0, 200, "it was taken before the bonus");
            assert_eq!(cash(&fixture.kit.app, player).await, 99_600);
            if code == "SMALL" {
                let halves = ["half", "other"].map(|id| json!({ "action": "bet", "action_id": id, "amount": 200 }));
                let (status, answer) = fixture.call(&opened, "play", "halves", json!(halves)).await;
                assert_eq!((status, &answer["code"]), (412, &json!(106)), "a stake in two bets");
                assert_eq!(fixture.bet(&opened, "small", 300).await.0, 200);
                bets_of_several_calls_are_one_stake(&fixture, &opened).await;
            }
            assert_sound(&fixture.kit).await;
        }
    }

    async fn a_limit_that_is_reached_refuses_bets_and_launches(engine: Engine) {
        let fixture = Fixture::start(engine).await;
        let (browser, player) = rich_player(&fixture.kit).await;
        let opened = fixture.open(&browser, player, REELS).await;
        set(&browser, cap("wager", "day", 250)).await.expect(201);
        assert_eq!(fixture.bet(&opened, "one", 200).await.0, 200);
        let (status, answer) = fixture.bet(&opened, "two", 100).await;
        assert_eq!((status, &answer["code"]), (412, &json!(105)));
        assert_eq!(fixture.bet(&opened, "three", 50).await.0, 200);
        assert_eq!(launch(&browser, REELS, "real").await.code(), "limit_reached");
        assert_eq!(cash(&fixture.kit.app, player).await, 99_750);
    }
}
