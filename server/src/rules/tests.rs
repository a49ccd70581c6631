//! The cases that both sides share.

use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Vectors {
    values: Vec<Case>,
    states: Vec<StateCase>,
}

#[derive(Deserialize)]
struct Case {
    rule: String,
    value: String,
    broken: Option<String>,
    country: Option<String>,
    today: Option<String>,
    age_min: Option<i64>,
}

#[derive(Deserialize)]
struct StateCase {
    country: String,
    postal_code: String,
    state: Option<String>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../content/validation-vectors.json")).unwrap()
}

#[test]
fn values_are_judged_as_the_shared_cases_say() {
    for case in vectors().values {
        let value = case.value.as_str();
        let verdict = match case.rule.as_str() {
            "email" => email(value).map(drop),
            "password" => password(value),
            "nickname" => nickname(value).map(drop),
            "person_name" => person_name(value).map(drop),
            "mobile_phone" => mobile_phone(value).map(drop),
            "postal_code" => postal_code(value, &case.country.unwrap()).map(drop),
            "date_of_birth" => {
                let today = case.today.unwrap().parse().unwrap();
                date_of_birth(value, today, case.age_min.unwrap()).map(drop)
            }
            "personal_id" => personal_id(value).map(drop),
            "english" => english(value),
            other => panic!("no rule {other}"),
        };
        let broken = verdict.err().map(Rule::name);
        assert_eq!(broken, case.broken.as_deref(), "{} {value:?}", case.rule);
    }
}

#[test]
fn states_follow_from_postal_codes() {
    for case in vectors().states {
        let state = state_of(&case.country, &case.postal_code);
        assert_eq!(state, case.state.as_deref(), "{} {}", case.country, case.postal_code);
    }
}

#[test]
fn codes_name_field_and_rule() {
    assert_eq!(Rule::Invalid.code("email"), "VALIDATION.EMAIL.INVALID");
    assert_eq!(Rule::NotMatch.code("password"), "VALIDATION.PASSWORD.NOT_MATCH");
    assert_eq!(Rule::Locked.code("first_name"), "VALIDATION.LOCKED");
}
