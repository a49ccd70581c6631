//! Secrets of authenticator apps, kept under keys that can be replaced.

use croupier_server::identity::app_secrets;
use croupier_server::platform::clock::Entropy;
use croupier_server::platform::secrets::{KeyRows, SealKey};
use croupier_server::staff::{self, Role};
use serde_json::{Value, json};

use super::second_step::{Guarded, code_at};
use crate::browser::PASSWORD;
use crate::office::Office;
use crate::play::seeds::configure;
use crate::testkit::Kit;

/// The keys that secrets of players and of staff name.
async fn names(kit: &Kit) -> [Vec<String>; 2] {
    let ids = |keys: Vec<KeyRows>| keys.into_iter().map(|key| key.id).collect();
    let db = &kit.app.db;
    [ids(app_secrets::keys(db).await.unwrap()), ids(staff::app_secrets::keys(db).await.unwrap())]
}

/// Signs the player in with password and code.
async fn signs_in(kit: &Kit, player: &Guarded) -> Value {
    let browser = kit.browser();
    let user = json!({ "email": "jane@example.com", "password": PASSWORD, "dfpc": "device-2" });
    browser.post("/api/users/sign_in", json!({ "user": user })).await.expect(202);
    let user = json!({ "otp_attempt": code_at(kit, &player.secret, 0) });
    browser.post("/api/users/sign_in", json!({ "user": user })).await.expect(201)
}

on_each_engine! {
    async fn they_move_to_a_new_key_and_open_as_before(engine: Engine) {
        let (old, new) = (SealKey::fresh("old", Entropy), SealKey::fresh("new", Entropy));
        // The server knows the new key, and encrypts under the old one still.
        let kit = Kit::start_with(engine, |config| configure(config, &[&old, &new])).await;
        let office = Office::open(&kit).await;
        let members = [office.member(Role::Support).await, office.member(Role::Risk).await];
        let jane = Guarded::at(&kit).await;
        assert_eq!(names(&kit).await, [["old"], ["old"]]);

        let with = |keys: Vec<SealKey>| kit.app.secrets.clone().with_seal_keys(keys, Entropy).unwrap();
        let (secrets, without_old) = (with(vec![new.clone(), old]), with(vec![new]));
        let db = &kit.app.db;
        for refused in [
            app_secrets::refuse_missing_keys(db, &without_old).await,
            staff::app_secrets::refuse_missing_keys(db, &without_old).await,
        ] {
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("\"old\", which is not configured"), "{refused}");
        }
        // Stopped in the middle: one of two has moved.
        assert_eq!(staff::app_secrets::rotate(db, &secrets, 1).await.unwrap().moved, 1);
        assert_eq!(names(&kit).await[1], ["new", "old"]);
        let rest = staff::app_secrets::rotate(db, &secrets, u64::MAX).await.unwrap();
        let of_players = app_secrets::rotate(db, &secrets, u64::MAX).await.unwrap();
        assert_eq!((rest.moved, rest.broken, of_players.moved, of_players.broken), (1, vec![], 1, vec![]));
        assert_eq!(names(&kit).await, [["new"], ["new"]]);
        assert_eq!(app_secrets::rotate(db, &secrets, u64::MAX).await.unwrap().moved, 0);
        app_secrets::refuse_missing_keys(db, &without_old).await.unwrap();
        staff::app_secrets::refuse_missing_keys(db, &without_old).await.unwrap();
        let another = with(vec![SealKey::fresh("new", Entropy)]);
        assert!(app_secrets::refuse_missing_keys(db, &another).await.is_err(), "another key by the same name");

        // The server that still encrypts under the old key opens what is under the new one.
        assert_eq!(signs_in(&kit, &jane).await["id"], jane.id);
        for member in &members {
            office.browser().post("/api/sign-in", office.credentials(member)).await.expect(200);
        }
    }

    async fn a_secret_opens_for_its_own_player_alone(engine: Engine) {
        let kit = Kit::start_with(engine, |_| {}).await;
        let jane = Guarded::at(&kit).await;
        let (_, other) = kit.player("ben@example.com").await;
        let mut tx = kit.app.db.begin().await.unwrap();
        let sql = "INSERT INTO two_factor (player_id, key_id, secret, created_at_ms, confirmed_at_ms, last_step)
                   SELECT $2, key_id, secret, 0, 0, 0 FROM two_factor WHERE player_id = $1";
        tx.execute(sql, croupier_db::params![jane.id, other]).await.unwrap();
        tx.commit().await.unwrap();
        let moved = kit.app.secrets.clone().with_seal_keys(vec![SealKey::fresh("new", Entropy)], Entropy).unwrap();
        let rotated = app_secrets::rotate(&kit.app.db, &moved, u64::MAX).await.unwrap();
        assert_eq!((rotated.moved, rotated.broken.len()), (1, 1), "{:?}", rotated.broken);
        assert!(rotated.broken[0].contains(&format!("player {other}")), "{:?}", rotated.broken);
    }
}
