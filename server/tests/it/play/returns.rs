//! What a game returns, as its session and the catalogue say it.

use serde_json::{Value, json};

use super::{Frame, SAILS, rich_player};

on_both_engines! {
    async fn a_game_shows_its_return_with_and_without_its_own_jackpot(kit: Kit) {
        let (browser, _) = rich_player(&kit).await;
        for (game, with_jackpot) in [("northlight/caldera", json!("95.24")), (SAILS, Value::Null)] {
            for mode in ["real", "demo"] {
                let session = Frame::open(&kit, &browser, game, mode).await.session().await.expect(200);
                assert_eq!(session["rtp_with_jackpot"], with_jackpot, "{game} {mode}");
                assert!(session["rtp"].is_string());
            }
            let listed = kit.app.catalogue.game_by_identifier(game).unwrap();
            assert_eq!(json!(listed.rtp_with_jackpot), with_jackpot);
        }
    }
}
