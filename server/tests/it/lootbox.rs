//! Lootboxes: issued with a commitment, opened once for one prize, over in time, taken back, and told at once.

use std::time::Duration;

use croupier_games::fair::ServerSeed;
use croupier_games::prize::draw_prize;
use croupier_ledger::StopReason;
use croupier_money::Currency;
use croupier_server::account::stops::{StopChange, stop_player};
use croupier_server::{bonus, lootbox};
use lootbox::{Issued, StaffBox};
use reqwest::Method;
use serde_json::{Value, json};

use crate::browser::{Answer, Browser};
use crate::play::{assert_books, grown_player};
use crate::realtime::Client;
use crate::testkit::Kit;

const HOUR: Duration = Duration::from_hours(1);

async fn player(kit: &Kit) -> (Browser, i64) {
    grown_player(kit, "player@example.com").await
}

async fn issue_as(kit: &Kit, player: i64, code: &str, reference: &str) -> Issued {
    let wanted = StaffBox { player, currency: Currency::EUR, code, reference, by: "Ann", why: "test" };
    let definitions = kit.app.lootboxes.definitions();
    lootbox::issue(&kit.app.db, &definitions, &kit.app.secrets, &wanted, kit.app.clock.now()).await.unwrap()
}

pub async fn issue(kit: &Kit, player: i64, code: &str, reference: &str) -> String {
    match issue_as(kit, player, code, reference).await {
        Issued::Done(id) => id.to_string(),
        other => panic!("{other:?}"),
    }
}

pub async fn open(browser: &Browser, id: &str, client_seed: &str) -> Answer {
    browser
        .post(&format!("/api/player/lootboxes/{id}/activation"), json!({ "client_seed": client_seed }))
        .await
}

async fn boxes(browser: &Browser) -> Vec<Value> {
    browser.get("/api/player/lootboxes").await.expect(200).as_array().unwrap().clone()
}

/// Gifts of both kinds.
async fn gifts(browser: &Browser) -> Vec<Value> {
    let bonuses = browser.get("/api/player/bonuses").await.expect(200);
    let spins = browser.get("/api/player/freespins").await.expect(200);
    [bonuses, spins].iter().flat_map(|all| all.as_array().unwrap().clone()).collect()
}

/// The stage of a box, and why it has ended.
async fn ended(kit: &Kit, number: &str) -> (String, String) {
    let sql = "SELECT stage, COALESCE(ended_by, '') FROM lootbox WHERE id = $1";
    let row = kit.app.db.query_one(sql, vec![number.parse::<i64>().unwrap().into()]).await.unwrap();
    (row.get(0).unwrap(), row.get(1).unwrap())
}

async fn assert_sound(kit: &Kit) {
    assert_books(&kit.app).await;
    assert_eq!(bonus::check(&kit.app.db).await.unwrap(), []);
    assert_eq!(lootbox::check(&kit.app.db).await.unwrap(), []);
}

on_both_engines! {
    async fn a_box_shows_what_it_holds_and_hides_its_seed(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "wheel", "a").await;
        let [one] = &boxes(&browser).await[..] else { panic!("one box") };
        assert_eq!((&one["id"], &one["group_key"], &one["stage"]), (&json!(number), &json!("wheel"), &json!("issued")));
        let hidden = ["prize", "server_seed", "client_seed", "draw", "finished_at"];
        assert!(hidden.into_iter().all(|field| one[field].is_null()), "{one:#}");
        assert_eq!((&one["weight"], &one["bonuses"], &one["is_counted"]), (&json!(10_000), &json!([]), &json!(true)));
        assert_eq!(one["server_seed_hash"].as_str().unwrap().len(), 64);
        let items = one["items"].as_array().unwrap();
        assert!(items.iter().all(|item| item["prize"] == false));
        let spins = &items[2]["bonuses"][0];
        assert_eq!((&spins["type"], &spins["attributes"]["freespins_count"]), (&json!("freespins"), &json!(50)));
        let (most, wager) = (&spins["result_bonus"]["max_win"], &spins["result_bonus"]["wager"]);
        assert_eq!((wager, &most["CAD"], &most["NOK"]), (&json!(25), &json!({ "amount_cents": 150_000 }), &json!({ "amount_cents": 1_000_000 })));
        let big = &items[4]["bonuses"][0];
        assert_eq!((&big["type"], &big["attributes"]["bonus_amount"]["EUR"]), (&json!("bonus"), &json!({ "amount_cents": 5_000 })));
        assert_eq!((&big["result_bonus"]["wager"], &items[4]["weight"]), (&json!(3), &json!(0)));
        let german = browser.get("/api/player/lootboxes?l=de").await.expect(200);
        assert_eq!(german[0]["items"][0]["title"], "10 Freispiele");
        assert_sound(&kit).await;
    }

    async fn opening_gives_the_prize_that_the_seeds_draw(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "wheel", "a").await;
        let promised = boxes(&browser).await[0]["server_seed_hash"].clone();
        let opened = open(&browser, &number, "my-own_seed").await.expect(200);
        assert_eq!((&opened["stage"], &opened["server_seed_hash"]), (&json!("activated"), &promised));
        let seed = ServerSeed::from_hex(opened["server_seed"].as_str().unwrap()).unwrap();
        assert_eq!(json!(seed.commitment()), promised);
        let drawn = draw_prize(&seed, "my-own_seed", number.parse().unwrap(), &[4_000, 4_000, 2_000, 0, 0]).unwrap();
        assert_eq!(opened["draw"], json!(drawn.number));
        let item = &opened["items"][drawn.prize];
        assert_eq!((&item["prize"], &item["id"], &item["bonuses"]), (&json!(true), &opened["prize"], &opened["bonuses"]));
        let [gift] = &gifts(&browser).await[..] else { panic!("one gift") };
        assert_eq!(gift["freespins_total"], opened["bonuses"][0]["attributes"]["freespins_count"]);
        assert_eq!(gift["wager_multiple"], opened["bonuses"][0]["result_bonus"]["wager"]);
        assert_eq!((&gift["group_key"], &gift["stage"]), (&json!("wheel"), &json!("issued")));
        assert_eq!(boxes(&browser).await[0], opened);
        kit.app.clock.advance(HOUR * 24);
        assert_eq!(boxes(&browser).await[0]["is_counted"], false, "an opened box counts on its day");
        assert_sound(&kit).await;
    }

    async fn a_bonus_can_be_won_and_is_bound_by_its_terms(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("lootboxes.toml"), r##"
            [[box]]
            code = "sure"
            group_key = "sure"
            title = { en = "Sure" }
            valid_hours = 1
            items = [{ prize = "WHEEL-10-SPINS", weight = 0 }, { prize = "WHEEL-BONUS-BIG", weight = 7 }]
            [wheel]
            box = "sure"
            segments = [{ prize = "WHEEL-10-SPINS", colour = "#123456" }, { prize = "WHEEL-BONUS-BIG", colour = "#123456" }]
        "##).unwrap();
        kit.app.lootboxes.reload(folder.path(), &kit.app.bonuses.offers()).unwrap();
        let number = issue(&kit, id, "sure", "a").await;
        crate::bonus::offer(&kit, "");
        assert_eq!(open(&browser, &number, "x").await.expect(200)["prize"], "WHEEL-BONUS-BIG");
        let [gift] = &gifts(&browser).await[..] else { panic!("one gift") };
        let terms = (&gift["amount_cents"], &gift["wager_multiple"], &gift["win_max_cents"]);
        assert_eq!(terms, (&json!(5_000), &json!(3), &json!(3_000_000)), "the terms of when it was issued");
        assert_sound(&kit).await;
    }

    async fn a_box_opens_once(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "wheel", "a").await;
        let path = format!("/api/player/lootboxes/{number}/activation");
        let first = browser.post_once("k", &path, json!({ "client_seed": "a" })).await.expect(200);
        assert_eq!(browser.post_once("k", &path, json!({ "client_seed": "a" })).await.expect(200), first);
        assert_eq!(open(&browser, &number, "a").await.field("id"), ["lootbox_not_openable"]);
        assert_eq!(gifts(&browser).await.len(), 1);
        assert_sound(&kit).await;
    }

    async fn two_openings_at_once_give_one_prize(kit: Kit) {
        let (browser, id) = player(&kit).await;
        for round in 0..5 {
            let number = issue(&kit, id, "wheel", &format!("r{round}")).await;
            let (left, right) = tokio::join!(open(&browser, &number, "left"), open(&browser, &number, "right"));
            let mut answers = [left.status.as_u16(), right.status.as_u16()];
            answers.sort_unstable();
            assert_eq!(answers, [200, 422]);
        }
        assert_eq!(gifts(&browser).await.len(), 5);
        assert_sound(&kit).await;
    }

    async fn what_cannot_be_opened_is_refused(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let (other, _) = kit.player("other@example.com").await;
        let number = issue(&kit, id, "wheel", "a").await;
        for wrong in [number.as_str(), "999", "x", "-1"] {
            assert_eq!(open(&other, wrong, "a").await.status.as_u16(), 404, "{wrong}");
        }
        for seed in ["", "a:b", "ä"] {
            assert_eq!(open(&browser, &number, seed).await.field("client_seed"), ["VALIDATION.CLIENT_SEED.INVALID"]);
        }
        let path = format!("/api/player/lootboxes/{number}/activation");
        for unseeded in [None, Some(json!({})), Some(json!({ "client_seed": null }))] {
            let refused = browser.send(Method::POST, &path, unseeded.clone(), &[]).await;
            assert!(refused.status.is_client_error(), "the server would know the draw: {unseeded:?}");
        }
        assert_eq!(boxes(&browser).await[0]["stage"], "issued");
        assert_sound(&kit).await;
    }

    async fn a_box_is_over_at_its_very_millisecond(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let (late, last) = (issue(&kit, id, "manual_wheel", "a").await, issue(&kit, id, "manual_wheel", "b").await);
        kit.app.clock.advance(Duration::from_millis(24 * 60 * 60_000 - 1));
        open(&browser, &last, "x").await.expect(200);
        kit.app.clock.advance(Duration::from_millis(1));
        assert_eq!(open(&browser, &late, "x").await.field("id"), ["lootbox_not_openable"]);
        Kit::until("the sweep", async || {
            let row = kit.app.db.query_one("SELECT stage FROM lootbox WHERE id = $1", vec![late.parse::<i64>().unwrap().into()]).await;
            (row.unwrap().get::<String>(0).unwrap() == "expired").then_some(())
        }).await;
        let shown = boxes(&browser).await;
        assert_eq!((&shown[1]["stage"], &shown[1]["is_counted"]), (&json!("expired"), &json!(false)));
        assert_eq!(gifts(&browser).await.len(), 1);
        assert_sound(&kit).await;
    }

    async fn boxes_that_cannot_be_read_hold_up_no_other(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "wheel", "a").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        for copy in 1_000..1_500 {
            let sql = format!("INSERT INTO lootbox (id, player_id, currency, code, group_key, title, items, source, stage,
                    server_seed_hash, issued_at_ms, valid_until_ms)
                SELECT {copy}, player_id + 1, currency, code, group_key, title, 'no list', 'copy {copy}', stage,
                    server_seed_hash, issued_at_ms, valid_until_ms - 1 FROM lootbox WHERE id = {number}");
            tx.execute(&sql, Vec::new()).await.unwrap();
        }
        tx.execute(&format!("UPDATE lootbox SET player_id = {id} WHERE id = 1000"), Vec::new()).await.unwrap();
        tx.commit().await.unwrap();
        let shown = boxes(&browser).await;
        assert_eq!((shown.len(), &shown[0]["id"]), (1, &json!(number)), "the list leaves it out");
        kit.app.clock.advance(HOUR * 24 * 30);
        lootbox::sweep::end_due(&kit.app).await.unwrap();
        let sql = format!("SELECT stage FROM lootbox WHERE id = {number}");
        let stage: String = kit.app.db.query_one(&sql, Vec::new()).await.unwrap().get(0).unwrap();
        assert_eq!(stage, "expired");
    }

    async fn a_box_that_can_be_opened_is_listed_however_many_came_after_it(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "chance", "a").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        for copy in 1_000..1_100 {
            let sql = format!("INSERT INTO lootbox (id, player_id, currency, code, group_key, title, items, source, stage,
                    server_seed_hash, issued_at_ms, valid_until_ms, ended_at_ms, ended_by)
                SELECT {copy}, player_id, currency, code, group_key, title, items, 'copy {copy}', 'canceled',
                    server_seed_hash, issued_at_ms, valid_until_ms, issued_at_ms, 'staff' FROM lootbox WHERE id = {number}");
            tx.execute(&sql, Vec::new()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let shown = boxes(&browser).await;
        let numbers: Vec<_> = shown.iter().map(|one| one["id"].as_str().unwrap().parse::<i64>().unwrap()).collect();
        assert_eq!(numbers.len(), 100);
        assert_eq!(numbers.last().unwrap().to_string(), number);
        assert!(numbers.is_sorted_by(|one, next| one > next), "the newest first: {numbers:?}");
    }

    async fn staff_issues_once_and_takes_back(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "wheel", "a").await;
        assert_eq!(issue_as(&kit, id, "wheel", "a").await, Issued::Already);
        let now = kit.app.clock.now();
        let cancel = async || lootbox::cancel(&kit.app.db, number.parse().unwrap(), "Ann", "an error", now).await.unwrap();
        assert_eq!((cancel().await, cancel().await), (true, false));
        assert_eq!(boxes(&browser).await[0]["stage"], "canceled");
        assert_eq!(open(&browser, &number, "x").await.field("id"), ["lootbox_not_openable"]);
        let change = StopChange { player: id, reason: StopReason::Fraud, by: "Ann", why: "test", signed: None };
        stop_player(&kit.app.db, change, now + 1_000_000, now).await.unwrap();
        assert_eq!(issue_as(&kit, id, "wheel", "b").await, Issued::Stopped);
        assert_sound(&kit).await;
    }

    async fn boxes_of_who_is_excluded_or_has_no_account_any_more_are_taken_back(kit: Kit) {
        use StopReason::{Closed, CoolingOff, Exclusion, Register};
        let mut expected = Vec::new();
        for (reason, end) in [
            (Exclusion, ("canceled", "excluded")),
            (Register, ("canceled", "excluded")),
            (Closed, ("canceled", "closed")),
            (CoolingOff, ("issued", "")),
        ] {
            let (_, id) = grown_player(&kit, &format!("{}@example.com", reason.name())).await;
            let (opened, number) = (issue(&kit, id, "wheel", "a").await, issue(&kit, id, "wheel", "b").await);
            assert!(lootbox::cancel(&kit.app.db, opened.parse().unwrap(), "Ann", "an error", kit.app.clock.now()).await.unwrap());
            let change = StopChange { player: id, reason, by: "Ann", why: "test", signed: None };
            let now = kit.app.clock.now();
            stop_player(&kit.app.db, change, now + 1_000_000, now).await.unwrap();
            expected.push((number, end.0.to_owned(), end.1.to_owned()));
            assert_eq!(ended(&kit, &opened).await, ("canceled".to_owned(), "staff".to_owned()), "what has ended stays as it is");
        }
        for (number, stage, by) in expected {
            Kit::until("the end of the box", async || {
                (ended(&kit, &number).await == (stage.clone(), by.clone())).then_some(())
            }).await;
        }
        assert_sound(&kit).await;
    }

    async fn the_command_issues_lists_and_cancels(kit: Kit) {
        let (browser, _) = player(&kit).await;
        let settings = browser.get("/api/player/settings").await.expect(200);
        let token = settings["realtime"]["token"].as_str().unwrap().to_owned();
        let (mut socket, _) = Client::connect(kit.address, &token).await;
        let run = |words: &[&str]| {
            let output = kit.command().arg("lootbox").args(words).output().unwrap();
            (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let wheel = ["issue", "wheel", "--email", "player@example.com", "--currency", "EUR", "--reference", "r", "--by", "Ann", "--why", "test"];
        let (done, reported) = run(&wheel);
        assert!(done, "{reported}");
        let (channel, data, _) = loop {
            let publication = socket.publication().await;
            if publication.0.starts_with("lootboxes_changes#") {
                break publication;
            }
        };
        assert_eq!((&data["stage"], &data["group_key"]), (&json!("issued"), &json!("wheel")), "{channel}");
        assert!(!run(&wheel).0, "the same reference");
        let id = data["id"].as_str().unwrap();
        assert!(run(&["list", "--email", "player@example.com"]).1.starts_with(&format!("{id} Spin of the wheel (wheel): issued")));
        assert!(run(&["cancel", id, "--by", "Ann", "--why", "test"]).0);
        assert!(!run(&["cancel", id, "--by", "Ann", "--why", "test"]).0);
        let missing = ["issue", "nothing", "--email", "player@example.com", "--currency", "EUR", "--reference", "s", "--by", "Ann", "--why", "test"];
        assert!(!run(&missing).0);
    }

    async fn the_check_finds_a_prize_that_was_not_drawn(kit: Kit) {
        let (browser, id) = player(&kit).await;
        let number = issue(&kit, id, "wheel", "a").await;
        open(&browser, &number, "x").await.expect(200);
        let forge = async |sql: &str| {
            let mut tx = kit.app.db.begin().await.unwrap();
            tx.execute(sql, Vec::new()).await.unwrap();
            tx.commit().await.unwrap();
            lootbox::check(&kit.app.db).await.unwrap().len()
        };
        assert_eq!(forge("UPDATE freespin_grant SET currency = 'CAD'").await, 1);
        assert_eq!(forge("UPDATE lootbox SET currency = 'CAD'").await, 0);
        assert_eq!(forge("UPDATE freespin_grant SET offer = 'WHEEL-BONUS-BIG'").await, 1);
        assert_eq!(forge("UPDATE lootbox SET prize = 'WHEEL-BONUS-BIG'").await, 1, "what was given was not drawn");
        assert_eq!(forge("UPDATE freespin_grant SET source = 'lootbox:999'").await, 3, "and has no box");
    }

    async fn guests_read_the_wheel(kit: Kit) {
        let guest = kit.browser();
        let wheel = guest.get("/api/fe/config/wheel-config?l=no").await.expect(200);
        assert_eq!((&wheel["weight"], wheel["items"].as_array().unwrap().len()), (&json!(10_000), 5));
        assert_eq!(wheel["items"][0]["title"], "10 gratisspinn");
        let segments = guest.get("/api/fe/config/wheel-config-segments").await.expect(200);
        let groups: Vec<_> = segments.as_object().unwrap().keys().cloned().collect();
        assert_eq!(groups, ["1308", "1309", "21"]);
        assert!(segments["1308"] != segments["1309"] && segments["1309"] != segments["21"]);
        assert_eq!(segments["1308"][0]["label"], "20 free spins");
    }
}
