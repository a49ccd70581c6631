//! A table of baccarat: bets on several places, cards that come one by one, and ends that pay what the cards say.

use croupier_games::baccarat::{Baccarat, Coup, Dealt, Spot, Winner};
use croupier_ledger::StopReason;

use super::*;
use crate::play::cash;
use crate::realtime::Client;
use crate::stops::stop;

const FELT: &str = "northlight/icefall-baccarat";
const AT_FELT: &str = "/api/tables/northlight/icefall-baccarat";
const BETTING: Duration = Duration::from_secs(15);
const CARD: i64 = 1_200;

/// The felt of a test, whose seeds the test knows.
struct Felt {
    seeds: Vec<ServerSeed>,
    rules: Baccarat,
}

impl Felt {
    async fn of(kit: &Kit) -> Self {
        let seeds = first_chain(kit, FELT).await;
        let definition =
            builtin::GAMES.iter().find(|game| game.slug == "icefall-baccarat").unwrap().definition;
        let game = Game::load(definition).unwrap();
        let Kind::Baccarat(rules) = game.rules() else { panic!("no baccarat") };
        Self { seeds, rules: rules.clone() }
    }

    /// A client seed with which a round comes to what is wanted, when it is the first one and `others` come after it; and
    /// its cards.
    async fn client_seed(
        &self,
        kit: &Kit,
        round: &Value,
        others: &[&str],
        wanted: impl Fn(&Coup) -> bool,
    ) -> (String, Vec<Dealt>) {
        let id = round["id"].as_str().unwrap();
        let proof = kit.browser().get(&format!("/api/tables/rounds/{id}")).await.expect(200);
        let place = usize::try_from(proof["chain_place"].as_i64().unwrap() - 1).unwrap();
        let number = id.parse().unwrap();
        let mut drawn = (0..10_000).map(|count| {
            let seed = format!("seed-{count}");
            let mixed = mix(std::iter::once(seed.as_str()).chain(others.iter().copied()));
            let cards = self.rules.cards(&self.seeds[place], &mixed, number);
            (seed, cards)
        });
        drawn.find(|(_, cards)| wanted(&Coup::of(cards))).unwrap()
    }
}

async fn felt(kit: &Kit) -> Value {
    kit.browser().get(AT_FELT).await.expect(200)
}

async fn felt_round(kit: &Kit, state: &str) -> Value {
    let newest = async || Some(felt(kit).await["round"].clone()).filter(|round| round["state"] == state);
    Kit::until("the round", newest).await
}

async fn deal_begins(kit: &Kit) -> Value {
    kit.app.clock.advance(BETTING);
    felt_round(kit, "running").await
}

async fn at_felt(kit: &Kit, email: &str) -> (Frame, Browser, i64) {
    let (browser, id) = grown_player(kit, email).await;
    give(&kit.app, id, Currency::EUR, 300_000).await;
    (Frame::open(kit, &browser, FELT, "real").await, browser, id)
}

/// Bets these amounts on these places.
async fn lay(frame: &Frame, key: &str, spots: &[(&str, i64)], client_seed: &str) -> Answer {
    let sum: i64 = spots.iter().map(|(_, amount)| amount).sum();
    let spots: Vec<Value> =
        spots.iter().map(|(spot, amount)| json!({ "spot": spot, "amount_cents": amount })).collect();
    let body = json!({ "stake_cents": sum, "spots": spots, "client_seed": client_seed });
    frame.send(Method::POST, "/api/play/table/bets", Some(body), key).await
}

on_both_engines! {
    async fn cards_come_one_by_one_and_pay_every_place(kit: Kit) {
        let table = Felt::of(&kit).await;
        let (ann, ben) = (at_felt(&kit, "ann@example.com").await, at_felt(&kit, "ben@example.com").await);
        let (mut guest, _) = Client::connect(kit.address, "").await;
        guest.ask(json!({ "subscribe": { "channel": "baccarat_table" } })).await;
        let taking = felt_round(&kit, "betting").await;
        let wanted = |coup: &Coup| coup.winner == Winner::Banker && coup.banker_pair;
        let (seed, cards) = table.client_seed(&kit, &taking, &["ben"], wanted).await;
        let first = lay(&ann.0, "a", &[("banker", 1_001), ("tie", 100), ("banker_pair", 50)], &seed).await.expect(201);
        assert_eq!((&first["bet"]["stake_cents"], &first["balance_cents"]), (&json!(1_151), &json!(298_849)));
        assert_eq!(first["bet"]["spots"].as_array().unwrap().len(), 3);
        lay(&ben.0, "b", &[("player", 500)], "ben").await.expect(201);
        let spots = felt(&kit).await["bets"]["spots"].clone();
        assert_eq!(spots[0], json!({ "spot": "banker", "currency": "EUR", "bets": 1, "amount_cents": 1_001 }));

        let running = deal_begins(&kit).await;
        assert_eq!((&running["cards"], &running["outcome"]), (&json!([]), &Value::Null));
        let mut shown = 0;
        while shown < cards.len() {
            kit.app.clock.advance(Duration::from_millis(1_200));
            shown += 1;
            let round = felt(&kit).await["round"].clone();
            let told: Vec<_> = round["cards"].as_array().unwrap().iter().map(|on| on["card"].clone()).collect();
            let expected: Vec<_> = cards[..shown].iter().map(|dealt| json!(dealt.card.to_string())).collect();
            assert_eq!(told, expected);
            assert_eq!(round["state"], "running", "the last card is shown for a while");
        }
        kit.app.clock.advance(Duration::from_millis(1_200));
        let over = felt_round(&kit, "settled").await;
        let coup = Coup::of(&cards);
        assert_eq!((&over["outcome"]["winner"], &over["outcome"]["banker"]), (&json!("banker"), &json!(coup.banker)));
        assert_eq!((&over["point"], &over["returned"]), (&Value::Null, &json!(false)));
        // 1,001 at 0.95 to one is 1,951.95 rounded down, and the pair pays 11 to one.
        let won = table.rules.returns(Spot::Banker, 1_001, &coup) + 600;
        assert_eq!(won, 1_951 + 600);
        assert_eq!((cash(&kit.app, ann.2).await, cash(&kit.app, ben.2).await), (298_849 + won, 299_500));
        let own = ended_bets(&ann.0).await;
        assert_eq!((&own[0]["state"], &own[0]["win_cents"]), (&json!("paid"), &json!(won)));
        assert_eq!(ended_bets(&ben.0).await[0]["state"], "lost");

        // Who listens has heard of each card once, and of the end.
        let mut heard = Vec::new();
        while heard.last() != Some(&("settled".to_owned(), cards.len())) {
            let (channel, data, _) = guest.publication().await;
            if channel == "baccarat_table" && data["type"] == "round" {
                let state = data["round"]["state"].as_str().unwrap().to_owned();
                heard.push((state, data["round"]["cards"].as_array().unwrap().len()));
            }
        }
        assert!(heard.is_sorted_by_key(|(_, count)| *count), "{heard:?}");

        let told = felt(&kit).await;
        assert_eq!(told["road"][0]["outcome"], over["outcome"]);
        assert_eq!((&told["past"], &told["bets"]["cashed"]), (&json!([]), &json!(1)));
        let proof = kit.browser().get(&format!("/api/tables/rounds/{}", over["id"].as_str().unwrap())).await.expect(200);
        assert_eq!((&proof["client_seeds"], &proof["cards"]), (&json!([seed, "ben"]), &over["cards"]));
        let revealed = ServerSeed::from_hex(proof["server_seed"].as_str().unwrap()).unwrap();
        assert_eq!(revealed.commitment(), taking["server_seed_hash"].as_str().unwrap());
        let history = ann.1.get("/api/player/played_games").await.expect(200);
        assert_eq!((&history["data"][0]["bet_cents"], &history["data"][0]["win_cents"]), (&json!(1_151), &json!(won)));
        let own = history["data"][0]["id"].as_str().unwrap();
        let own = ann.1.get(&format!("/api/player/fairness/rounds/{own}")).await.expect(200);
        assert_eq!(own["table_round"], over["id"]);
        assert_sound(&kit).await;
    }

    async fn a_bet_is_in_with_all_its_places_or_not_at_all(kit: Kit) {
        let (frame, _, player) = at_felt(&kit, "ann@example.com").await;
        felt_round(&kit, "betting").await;
        for spots in [
            vec![],
            vec![("player", 49)],
            vec![("player", -100)],
            vec![("tie", 12_501)],
            vec![("player", 100), ("banker_pair", 10_001)],
            vec![("player", 100), ("player", 100)],
            vec![("player", 60_000), ("banker", 40_001)],
        ] {
            assert_eq!(lay(&frame, "bad", &spots, "ok").await.status.as_u16(), 422, "{spots:?}");
        }
        let body = json!({ "stake_cents": 100, "spots": [{ "spot": "tie", "amount_cents": 50 }], "client_seed": "ok" });
        let wrong_sum = frame.send(Method::POST, "/api/play/table/bets", Some(body), "sum").await;
        assert_eq!(wrong_sum.field("stake_cents").len(), 1);
        assert_eq!(bet(&frame, "crash", 100, Some(200), "ok").await.status.as_u16(), 422);
        let placed = lay(&frame, "one", &[("tie", 10_000), ("player", 100)], "one").await.expect(201);
        assert_eq!(lay(&frame, "one", &[("tie", 10_000), ("player", 100)], "one").await.expect(201)["bet"], placed["bet"]);
        assert_eq!(lay(&frame, "one", &[("tie", 10_000)], "one").await.code(), "idempotency_conflict");
        assert_eq!(cash_out(&frame, &placed).await.code(), "not_found");
        // The place takes 12,500 in all: nothing of this bet is in, what the other place would take neither.
        assert_eq!(lay(&frame, "two", &[("banker", 100), ("tie", 2_501)], "two").await.code(), "place_full");
        // Of two at once that fit alone one is in.
        let (three, four) = tokio::join!(
            lay(&frame, "three", &[("tie", 2_000)], "three"),
            lay(&frame, "four", &[("tie", 2_000), ("banker", 100)], "four"),
        );
        let codes = [three.status.as_u16(), four.status.as_u16()];
        assert!(codes == [201, 409] || codes == [409, 201], "{codes:?}");
        let own = frame.send(Method::GET, "/api/play/table/bets", None, "").await.expect(200);
        let stakes: i64 = own["bets"].as_array().unwrap().iter().map(|bet| bet["stake_cents"].as_i64().unwrap()).sum();
        assert_eq!(own["bets"].as_array().unwrap().len(), 2);
        assert_eq!(cash(&kit.app, player).await, 300_000 - stakes);
        kit.app.clock.advance(BETTING);
        assert_eq!(lay(&frame, "late", &[("tie", 50)], "late").await.code(), "betting_closed");
        assert_sound(&kit).await;
    }

    async fn a_round_that_no_server_looked_at_is_dealt_to_its_end(kit: Kit) {
        let table = Felt::of(&kit).await;
        let (frame, _, player) = at_felt(&kit, "ann@example.com").await;
        let taking = felt_round(&kit, "betting").await;
        let (seed, cards) = table.client_seed(&kit, &taking, &[], |coup| coup.winner == Winner::Tie).await;
        lay(&frame, "one", &[("player", 1_000), ("tie", 100)], &seed).await.expect(201);
        deal_begins(&kit).await;
        // Another server leads on, long after the last card: nothing is left for the player to do.
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "UPDATE table_lead SET owner = 'nobody', epoch = epoch + 1, leased_until_ms = 0";
        tx.execute(sql, Vec::new()).await.unwrap();
        tx.commit().await.unwrap();
        rise(&kit, CARD * i64::try_from(cards.len()).unwrap() + 60_000);
        let bets = ended_bets(&frame).await;
        // The hand gives the bet back, and the tie pays eight to one.
        assert_eq!((&bets[0]["state"], &bets[0]["win_cents"]), (&json!("paid"), &json!(1_900)));
        assert_eq!(cash(&kit.app, player).await, 300_000 - 1_100 + 1_900);
        assert_sound(&kit).await;
    }

    async fn a_round_without_its_seed_gives_stakes_back(kit: Kit) {
        let (frame, _, player) = at_felt(&kit, "ann@example.com").await;
        let taking = felt_round(&kit, "betting").await;
        lay(&frame, "one", &[("player", 1_000), ("tie", 100)], "one").await.expect(201);
        let mut tx = kit.app.db.begin().await.unwrap();
        let id: i64 = taking["id"].as_str().unwrap().parse().unwrap();
        let other = "ab".repeat(32);
        let sql = "UPDATE table_round SET server_seed_hash = $2 WHERE id = $1";
        tx.execute(sql, vec![id.into(), other.as_str().into()]).await.unwrap();
        tx.execute("UPDATE table_chain SET published = $1", vec![other.as_str().into()]).await.unwrap();
        tx.commit().await.unwrap();
        kit.app.clock.advance(BETTING);
        let bets = ended_bets(&frame).await;
        assert_eq!((&bets[0]["state"], &bets[0]["win_cents"]), (&json!("returned"), &json!(1_100)));
        assert_eq!(cash(&kit.app, player).await, 300_000);
        let over = kit.browser().get(&format!("/api/tables/rounds/{id}")).await.expect(200);
        assert_eq!((&over["returned"], &over["server_seed"], &over["cards"]), (&json!(true), &Value::Null, &json!([])));
        assert_eq!(felt(&kit).await["road"], json!([]), "a void round is no result");
        assert_sound(&kit).await;
    }

    async fn an_excluded_player_bets_no_more_and_is_paid(kit: Kit) {
        let table = Felt::of(&kit).await;
        let (frame, _, player) = at_felt(&kit, "ann@example.com").await;
        let taking = felt_round(&kit, "betting").await;
        let (seed, cards) = table.client_seed(&kit, &taking, &[], |coup| coup.winner == Winner::Player).await;
        lay(&frame, "one", &[("player", 1_000)], &seed).await.expect(201);
        stop(&kit.app, player, StopReason::Exclusion).await;
        assert_ne!(lay(&frame, "two", &[("player", 1_000)], "two").await.status.as_u16(), 201);
        deal_begins(&kit).await;
        rise(&kit, CARD * (i64::try_from(cards.len()).unwrap() + 1));
        Kit::until("the win", async || (cash(&kit.app, player).await == 301_000).then_some(())).await;
        // The crash table beside it has opened no round: nobody looks at it.
        let sums = tables::history(&kit.app, GAME, None, 10).await.unwrap();
        assert!(sums.is_empty(), "{sums:?}");
        let rounds = tables::history(&kit.app, FELT, None, 10).await.unwrap();
        let played = rounds.last().unwrap();
        assert_eq!(played.outcome.as_ref().map(|outcome| outcome.winner), Some("player"));
        assert_eq!((played.sums[0].stakes_cents, played.sums[0].wins_cents), (1_000, 2_000));
        assert_sound(&kit).await;
    }
}
