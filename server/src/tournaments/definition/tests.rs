//! Definitions, their times and what they ask.

use super::*;

const DAILY: &str = r#"
    [[tournament]]
    id = "daily"
    first_start = "2026-01-01T18:00:00Z"
    lasts_hours = 20
    every_hours = 24
    currency = "EUR"
    strategy = { kind = "sum_of_bets" }
    prizes = [{ from = 1, to = 1, prize = { kind = "money", amount_cents = 500 } }, { from = 2, to = 4, prize = { kind = "money", amount_cents = 100 } }]
    title = { en = "Daily" }
    description = { en = "Every day." }
"#;

#[test]
fn a_definition_comes_again_and_again() {
    let daily = &parse(DAILY).unwrap()[0];
    let first = daily.first_start.0;
    let names = |now| {
        let times = daily.occurrences(now).into_iter().map(|time| time.identifier);
        times.collect::<Vec<_>>()
    };
    assert_eq!(names(first - 1), ["daily-2026-01-01"]);
    assert_eq!(names(first), ["daily-2026-01-01", "daily-2026-01-02"]);
    let third = ["daily-2026-01-02", "daily-2026-01-03", "daily-2026-01-04"];
    assert_eq!(names(first + 2 * DAY_MS), third);
    let times = daily.occurrences(first + 2 * DAY_MS);
    assert!(times.iter().all(|time| time.end_at - time.start_at == 20 * HOUR_MS));
}

#[test]
fn a_quest_for_everybody_is_known_by_the_names_of_its_times() {
    let quest = |id: &str| parse(&DAILY.replace("\"daily\"", &format!("\"{id}\""))).unwrap().remove(0);
    let open = quest("ice-quest--xs--ice");
    for (identifier, is_open) in [
        ("ice-quest--xs--ice-2026-01-01", true),
        ("ice-quest--xs--ice-2026-02-28", true),
        ("ice-quest--xs--ice-2025-12-31", false),
        ("ice-quest--xs--ice-2026-02-30", false),
        ("ice-quest--xs--ice", false),
        ("ice", false),
    ] {
        assert_eq!(open.has_open_quest(identifier), is_open, "{identifier}");
    }
    assert!(!quest("nonvisible-quest--xs--ice").has_open_quest("nonvisible-quest--xs--ice-2026-01-01"));
    assert!(!parse(DAILY).unwrap()[0].has_open_quest("daily-2026-01-01"), "a race is no quest");
    let once = Definition { every_hours: None, ..quest("ice-quest--xs--ice") };
    assert!(once.has_open_quest("ice-quest--xs--ice"));
    let of_a_group = Definition { groups: vec![7], ..quest("ice-quest--xs--ice") };
    assert!(!of_a_group.has_open_quest("ice-quest--xs--ice-2026-01-01"));
}

#[test]
fn prizes_are_found_by_place() {
    let terms = parse(DAILY).unwrap()[0].terms();
    let amounts = [1, 2, 4, 5].map(|place| terms.prize_of(place).and_then(Prize::money));
    assert_eq!(amounts, [Some(500), Some(100), Some(100), None]);
    assert_eq!((terms.prize_places(), terms.money_budget()), (4, 800));
}

#[test]
fn what_cannot_be_right_is_refused_with_its_reason() {
    for (from, to, said) in [
        ("\"daily\"", "\"Daily\"", "id"),
        ("\"daily\"", "\"archive\"", "address"),
        ("\"daily\"", "\"2026\"", "address"),
        ("lasts_hours = 20", "lasts_hours = 0", "lasts_hours"),
        ("every_hours = 24", "every_hours = 25", "whole days"),
        ("lasts_hours = 20", "lasts_hours = 25", "lasts_hours"),
        ("from = 2", "from = 3", "gap"),
        ("amount_cents = 500", "amount_cents = 0", "amount"),
        ("to = 4", "to = 1001", "places"),
        ("sum_of_bets", "sum_of_luck", "sum_of_luck"),
        ("\"EUR\"", "\"XXX\"", "currency"),
    ] {
        let error = format!("{:#}", parse(&DAILY.replace(from, to)).unwrap_err());
        assert!(error.to_lowercase().contains(said), "{to}: {error}");
    }
    let twice = format!("{DAILY}{DAILY}");
    assert!(format!("{:#}", parse(&twice).unwrap_err()).contains("twice"));
}
