//! Reports: sums by day that equal the books, who comes and stays, what is taxed, and files of them.

use std::time::Duration;

use croupier_db::params;
use croupier_money::Currency;
use croupier_server::platform::calendar::{DAY_MS, Date};
use croupier_server::staff::Role;
use croupier_server::{ops, reports};
use serde_json::{Value, json};

use super::{Member, Office};
use crate::play::{give, grown_player};
use crate::testkit::Kit;
use crate::tournaments::{bet_in, round_in, take_back};

/// The days of the reports: from the day before the test's clock to a month later.
fn span(kit: &Kit) -> String {
    let today = kit.app.clock.now().div_euclid(DAY_MS);
    format!("from={}&to={}", Date::of_days(today - 1), Date::of_days(today + 40))
}

/// Waits until reports have read the whole log.
async fn read(kit: &Kit) {
    Kit::until("the reader of reports", async || {
        let lags = croupier_db::readers::lags(&kit.app.db).await.unwrap();
        let ours: Vec<_> = lags.iter().filter(|lag| lag.reader == "reports").collect();
        let all = ours.len() == usize::from(kit.app.db.lanes()) && ours.iter().all(|lag| lag.rows == 0);
        all.then_some(())
    })
    .await;
}

async fn report(kit: &Kit, member: &Member, span: &str, rest: &str) -> Value {
    read(kit).await;
    member.browser.get(&format!("/api/reports?{span}{rest}")).await.expect(200)
}

/// Signs a member in again: days have passed.
async fn again(office: &Office<'_>, member: &Member) {
    member.browser.post("/api/sign-in", office.credentials(member)).await.expect(200);
}

/// The figures of a line called `names`.
fn of(line: &Value, names: &[&str]) -> Vec<i64> {
    names.iter().map(|name| line[*name].as_i64().unwrap_or(i64::MIN)).collect()
}

fn coin() -> Currency {
    "BTC".parse().unwrap()
}

on_both_engines! {
    async fn each_figure_equals_the_books(kit: Kit) {
        let office = Office::open(&kit).await;
        let fay = office.member(Role::Compliance).await;
        let span = span(&kit);
        let (_, jane) = grown_player(&kit, "jane@example.com").await;
        let (_, john) = grown_player(&kit, "john@example.com").await;
        give(&kit.app, jane, Currency::EUR, 10_000).await;
        give(&kit.app, jane, Currency::EUR, 2_000).await;
        round_in(&kit.app, "a", jane, Currency::EUR, 1_000, 400).await;
        round_in(&kit.app, "b", jane, Currency::EUR, 500, 0).await;
        round_in(&kit.app, "c", jane, Currency::EUR, 300, 900).await;
        take_back(&kit.app, "c", jane).await;
        let today = report(&kit, &fay, &span, "").await;
        assert_eq!((&today["currency"], &today["converted"], &today["left_out"]), (&json!("EUR"), &json!(true), &json!([])));
        assert_eq!(today["lines"].as_array().unwrap().len(), 42, "every day of the period");
        let names = ["bets_cents", "wins_cents", "ggr_cents", "ngr_cents", "rounds", "deposits_cents", "deposits_count", "liability_cents"];
        assert_eq!(of(&today["lines"][1], &names), [1_500, 400, 1_100, 1_100, 3, 12_000, 2, 10_900]);
        assert_eq!(of(&today["lines"][1], &["registered", "first_deposits", "active"]), [2, 1, 1]);
        assert_eq!(of(&today["total"], &names), [1_500, 400, 1_100, 1_100, 3, 12_000, 2, 10_900]);
        assert_eq!(of(&today["lines"][0], &["bets_cents", "liability_cents"]), [0, 0]);
        // A day later: an open bet of another player.
        kit.app.clock.advance(Duration::from_hours(24));
        give(&kit.app, john, Currency::EUR, 5_000).await;
        bet_in(&kit.app, "open", john, Currency::EUR, 700).await;
        bet_in(&kit.app, "more", jane, Currency::EUR, 100).await;
        again(&office, &fay).await;
        let later = report(&kit, &fay, &span, "").await;
        assert_eq!(of(&later["lines"][1], &names), of(&today["lines"][1], &names), "a day that is over stays as it is");
        assert_eq!(of(&later["lines"][2], &["bets_cents", "deposits_cents", "liability_cents"]), [800, 5_000, 15_100]);
        assert_eq!(of(&later["lines"][2], &["registered", "first_deposits", "active"]), [0, 1, 2]);
        assert_eq!(reports::check(&kit.app.db).await.unwrap(), []);
        assert_eq!(ops::books::check(&kit.app.db).await.unwrap(), []);
        let held: i64 = kit.app.db.query_one("SELECT CAST(SUM(cash + held + stake) AS bigint) FROM wallet", params![]).await.unwrap().get(0).unwrap();
        assert_eq!(later["total"]["liability_cents"], held, "what players hold is what wallets hold");
        for sql in ["UPDATE report_day SET wins = wins + 1 WHERE bets > 0", "UPDATE report_people SET first_deposits = first_deposits + 1 WHERE registered > 0"] {
            let mut tx = kit.app.db.begin().await.unwrap();
            tx.execute(sql, params![]).await.unwrap();
            tx.commit().await.unwrap();
        }
        assert_eq!(reports::check(&kit.app.db).await.unwrap().len(), 2, "and the check tells what does not");
    }

    async fn a_report_is_told_apart_by_what_it_is_asked_for(kit: Kit) {
        let office = Office::open(&kit).await;
        let fay = office.member(Role::Payments).await;
        let span = span(&kit);
        let (_, jane) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, jane, Currency::EUR, 10_000).await;
        round_in(&kit.app, "a", jane, Currency::EUR, 5_000, 400).await;
        let mut tx = kit.app.db.begin().await.unwrap();
        kit.app.wallet.open(&mut tx, jane, coin()).await.unwrap();
        tx.commit().await.unwrap();
        give(&kit.app, jane, coin(), 100_000).await;
        round_in(&kit.app, "coin", jane, coin(), 20_000, 5_000).await;
        let by = async |by: &str| report(&kit, &fay, &span, &format!("&by={by}")).await;
        let keys = |report: &Value| {
            let lines = report["lines"].as_array().unwrap().iter();
            lines.map(|line| (line["key"].as_str().unwrap().to_owned(), line["rounds"].as_i64().unwrap())).collect::<Vec<_>>()
        };
        let game = by("game").await;
        assert_eq!(keys(&game), [("northlight/solar-sails".to_owned(), 2), (String::new(), 0)]);
        assert_eq!(game["lines"][0]["name"], "Solar Sails");
        assert_eq!(game["lines"][0]["registered"], Value::Null, "players are not told apart by games");
        assert_eq!(keys(&by("provider").await), [("northlight".to_owned(), 2), (String::new(), 0)]);
        assert_eq!(keys(&by("currency").await), [("EUR".to_owned(), 1), ("BTC".to_owned(), 1)]);
        let licence = by("licence").await;
        assert_eq!(licence["lines"].as_array().unwrap().len(), 1);
        assert_eq!(of(&licence["lines"][0], &["rounds", "registered", "active"]), [2, 1, 1]);
        let brand = by("brand").await;
        assert_eq!(brand["lines"][0]["key"].as_str().unwrap(), kit.app.content.now().brands.all().iter().find(|of| of.primary).unwrap().id);
        assert_eq!(keys(&by("country").await).len(), 1);
        assert_eq!(by("month").await["total"]["rounds"], 2);
        let coins = report(&kit, &fay, &span, "&by=game&currency=BTC&game=northlight/solar-sails").await;
        assert_eq!((&coins["currency"], &coins["converted"]), (&json!("BTC"), &json!(false)));
        assert_eq!(of(&coins["total"], &["bets_cents", "wins_cents", "deposits_cents"]), [20_000, 5_000, 0]);
        assert_eq!(report(&kit, &fay, &span, "&country=ZZ").await["total"]["rounds"], 0);
        for (rest, field) in [
            ("&currency=XYZ", "currency"), ("&brand=nobody", "brand"), ("&licence=XX", "licence"),
            ("&country=zz", "country"), ("&game=no/thing", "game"),
        ] {
            let refused = fay.browser.get(&format!("/api/reports?{span}{rest}")).await;
            assert_eq!((refused.status.as_u16(), refused.field(field).len()), (422, 1), "{rest}");
        }
        for (from, to, field) in [("2026-02-30", "2026-03-01", "from"), ("2026-03-02", "2026-03-01", "to"), ("2000-01-01", "2026-01-01", "to")] {
            let refused = fay.browser.get(&format!("/api/reports?from={from}&to={to}")).await;
            assert_eq!((refused.status.as_u16(), refused.field(field).len()), (422, 1), "{from} {to}");
        }
    }

    async fn who_stays_and_what_is_taxed_is_told(kit: Kit) {
        let office = Office::open(&kit).await;
        let fay = office.member(Role::Administrator).await;
        let span = span(&kit);
        let (_, jane) = grown_player(&kit, "jane@example.com").await;
        let (_, _) = grown_player(&kit, "john@example.com").await;
        give(&kit.app, jane, Currency::EUR, 10_000).await;
        round_in(&kit.app, "a", jane, Currency::EUR, 1_000, 0).await;
        kit.app.clock.advance(Duration::from_hours(24 * 33));
        round_in(&kit.app, "b", jane, Currency::EUR, 1_000, 0).await;
        again(&office, &fay).await;
        read(&kit).await;
        let retention = fay.browser.get(&format!("/api/reports/retention?{span}")).await.expect(200);
        let cohort = &retention["cohorts"][0];
        assert_eq!((&cohort["registered"], cohort["active"].as_array().unwrap().len()), (&json!(2), 2));
        assert_eq!((&cohort["active"][0]["players"], &cohort["active"][1]["players"]), (&json!(1), &json!(1)));
        let licence = kit.app.site_config.licences.all().iter().find(|licence| licence.tax.basis_points > 0).unwrap();
        let mut tx = kit.app.db.begin().await.unwrap();
        tx.execute("UPDATE report_day SET licence = $1", params![licence.code.as_str()]).await.unwrap();
        tx.commit().await.unwrap();
        let taxes = fay.browser.get(&format!("/api/reports/taxes?{span}")).await.expect(200);
        let taxed = taxes["licences"].as_array().unwrap().iter().find(|of| of["licence"] == licence.code.as_str()).unwrap();
        assert_eq!(of(taxed, &["ggr_cents", "taxed_cents", "tax_cents"]), [2_000, 2_000, 2_000 * licence.tax.basis_points / 10_000]);
        let choices = fay.browser.get("/api/reports/choices").await.expect(200);
        assert_eq!(choices["licences"].as_array().unwrap().len(), kit.app.site_config.licences.all().len());
    }

    async fn a_file_holds_the_whole_report_and_the_log_says_who_has_taken_it(kit: Kit) {
        let office = Office::open(&kit).await;
        let (fay, boss) = (office.member(Role::Compliance).await, office.member(Role::Administrator).await);
        let span = span(&kit);
        let (_, jane) = grown_player(&kit, "jane@example.com").await;
        give(&kit.app, jane, Currency::EUR, 10_000).await;
        round_in(&kit.app, "a", jane, Currency::EUR, 1_234, 400).await;
        read(&kit).await;
        let text = async |path: String| {
            fay.browser.get(&path).await.expect(200).as_str().unwrap().to_owned()
        };
        let file = text(format!("/api/reports/export?{span}&by=game")).await;
        let lines: Vec<&str> = file.lines().collect();
        assert!(lines[0].starts_with("key,name,currency,rounds,bets,"), "{}", lines[0]);
        assert!(lines[1].starts_with("northlight/solar-sails,Solar Sails,EUR,1,12.34,0.00,4.00,0.00,8.34,"), "{}", lines[1]);
        let licence: String = kit.app.db.query_one("SELECT licence FROM player", params![]).await.unwrap().get(0).unwrap();
        let file = text(format!("/api/reports/regulator?{span}&licence={licence}")).await;
        let lines: Vec<&str> = file.lines().collect();
        assert_eq!(lines.len(), 3, "a line of deposits and one of the game: {file}");
        assert!(lines[2].contains(",EUR,northlight,northlight/solar-sails,1,12.34,0.00,4.00,"), "{}", lines[2]);
        fay.browser.get(&format!("/api/reports/regulator?{span}&licence=XX")).await.expect(422);
        let entries = office.log(&boss, &format!("?member={}", fay.id), 3).await;
        let exports: Vec<_> = entries.iter().filter(|entry| entry["kind"] == "report.exported").collect();
        assert_eq!(exports.len(), 2);
        assert!(exports[0]["subject"].as_str().unwrap().starts_with("regulator-"), "{:?}", exports[0]);
    }
}
