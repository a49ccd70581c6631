//! How rounds and bets end when something goes wrong: too late, a dead server, a stopped player, two servers at once.

use croupier_ledger::StopReason;

use super::*;
use crate::play::cash;
use crate::stops::stop;

/// Takes the lead away, as a server does that finds the lease run out; what the old leader writes misses from now on.
async fn take_the_lead(kit: &Kit) {
    let mut tx = kit.app.db.begin().await.unwrap();
    let sql = "UPDATE table_lead SET owner = 'nobody', epoch = epoch + 1, leased_until_ms = 0";
    tx.execute(sql, Vec::new()).await.unwrap();
    tx.commit().await.unwrap();
}

on_both_engines! {
    async fn who_does_not_cash_out_has_lost(kit: Kit) {
        let table = Table::of(&kit).await;
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        let (seed, point) = table.client_seed(&kit, &taking, &[], |point| (120..400).contains(&point)).await;
        let placed = bet(&frame, "one", 1_000, Some(point + 1), &seed).await.expect(201);
        let running = start(&kit).await;
        rise_to(&kit, &running, point);
        let late = cash_out(&frame, &placed).await;
        assert_eq!(late.code(), "cashout_too_late");
        let bets = ended_bets(&frame).await;
        assert_eq!((&bets[0]["state"], &bets[0]["win_cents"]), (&json!("lost"), &json!(0)));
        assert_eq!(round(&kit, "settled").await["point"], point);
        assert_eq!(cash(&kit.app, player).await, 99_000);
        assert_sound(&kit).await;
    }

    async fn a_target_counts_to_the_last_hundredth(kit: Kit) {
        let table = Table::of(&kit).await;
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        let (seed, point) = table.client_seed(&kit, &taking, &[], |point| (120..400).contains(&point)).await;
        bet(&frame, "one", 1_000, Some(point), &seed).await.expect(201);
        let running = start(&kit).await;
        // Nobody is there any more: no call and no socket.
        rise_to(&kit, &running, point);
        round(&kit, "settled").await;
        assert_eq!(ended_bets(&frame).await[0]["multiplier"], point);
        assert_eq!(cash(&kit.app, player).await, 99_000 + 10 * point);
        assert_sound(&kit).await;
    }

    async fn a_round_that_stood_still_gives_stakes_back(kit: Kit) {
        let table = Table::of(&kit).await;
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        let wanted = |point| (200..400).contains(&point);
        let (seed, _) = table.client_seed(&kit, &taking, &["two"], wanted).await;
        let by_hand = bet(&frame, "hand", 1_000, None, &seed).await.expect(201);
        bet(&frame, "auto", 1_000, Some(150), "two").await.expect(201);
        start(&kit).await;
        // No server looks at the round until long after it has crashed: so does one that starts anew.
        rise(&kit, elapsed_at(100_000) + 10_000);
        let over = round(&kit, "settled").await;
        assert_eq!(over["returned"], true);
        let bets = ended_bets(&frame).await;
        assert_eq!((&bets[0]["state"], &bets[1]["multiplier"]), (&json!("returned"), &json!(150)));
        assert_eq!(cash(&kit.app, player).await, 100_500);
        assert_eq!(cash_out(&frame, &by_hand).await.code(), "cashout_too_late");
        assert_sound(&kit).await;
    }

    async fn a_round_whose_secret_was_changed_gives_stakes_back(kit: Kit) {
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        bet(&frame, "hand", 1_000, None, "one").await.expect(201);
        bet(&frame, "auto", 1_000, Some(150), "two").await.expect(201);
        // As if the promise had been made with another secret.
        let mut tx = kit.app.db.begin().await.unwrap();
        let id: i64 = taking["id"].as_str().unwrap().parse().unwrap();
        let other = "ab".repeat(32);
        let sql = "UPDATE table_round SET server_seed_hash = $2 WHERE id = $1";
        tx.execute(sql, vec![id.into(), other.as_str().into()]).await.unwrap();
        tx.execute("UPDATE table_chain SET published = $1", vec![other.as_str().into()]).await.unwrap();
        tx.commit().await.unwrap();
        kit.app.clock.advance(BETTING);
        let bets = ended_bets(&frame).await;
        assert!(bets.iter().all(|bet| bet["state"] == "returned"), "{bets:?}");
        assert_eq!(cash(&kit.app, player).await, 100_000);
        let proof = kit.browser().get(&format!("/api/tables/rounds/{id}")).await.expect(200);
        assert_eq!((&proof["returned"], &proof["server_seed"]), (&json!(true), &json!(null)));
        kit.app.clock.advance(BETTING);
        let next = round(&kit, "betting").await;
        assert_ne!(next["id"], taking["id"]);
        bet(&frame, "next", 100, None, "three").await.expect(201);
        assert_sound(&kit).await;
    }

    async fn another_server_goes_on_where_one_has_died(kit: Kit) {
        let table = Table::of(&kit).await;
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        let (seed, point) = table.client_seed(&kit, &taking, &[], |point| point >= 200).await;
        bet(&frame, "auto", 1_000, Some(150), &seed).await.expect(201);
        let running = start(&kit).await;
        take_the_lead(&kit).await;
        // On PostgreSQL another server is there as well; both find the round by its rows, and one of them leads it on.
        let other = if kit.engine == Engine::Postgres { Some(kit.second().await) } else { None };
        rise_to(&kit, &running, point);
        rise(&kit, 2_000);
        if let Some(other) = &other {
            rise(other, kit.app.clock.now() - other.app.clock.now());
        }
        let bets = ended_bets(&frame).await;
        assert_eq!((&bets[0]["state"], &bets[0]["multiplier"]), (&json!("cashed"), &json!(150)));
        assert_eq!(cash(&kit.app, player).await, 100_500);
        assert_sound(&kit).await;
    }

    async fn a_stopped_player_is_paid_by_the_terms_of_the_bet(kit: Kit) {
        let table = Table::of(&kit).await;
        let (frame, _, player) = seated(&kit, "ann@example.com").await;
        let taking = round(&kit, "betting").await;
        let (seed, _) = table.client_seed(&kit, &taking, &[], |point| point >= 200).await;
        let placed = bet(&frame, "one", 1_000, Some(150), &seed).await.expect(201);
        let running = start(&kit).await;
        stop(&kit.app, player, StopReason::Exclusion).await;
        let over = async || (frame.session().await.code() == "unauthorized").then_some(());
        Kit::until("the end of the session", over).await;
        assert_eq!(cash_out(&frame, &placed).await.code(), "unauthorized");
        rise_to(&kit, &running, 160);
        Kit::until("the win", async || (cash(&kit.app, player).await == 100_500).then_some(())).await;
        assert_sound(&kit).await;
    }
}
