//! What the cashback for some groups has cost, and would have cost had other players been their members.

use std::collections::BTreeMap;

use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::audience::Addressee;
use super::cashback::amount_of;
use super::cashback_store as store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;
use crate::wallet;

/// Losses that are read in one go.
const AT_ONCE: i64 = 500;

/// The cashback of a player for a period, in euro cents, as a member of each of two groups; `None` where its worth is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupCashback {
    /// Who.
    pub player: PlayerId,
    /// By group.
    pub euro_cents: [Option<i64>; 2],
}

/// The cashback of periods that ended within `span` (UTC milliseconds) and whose audience names one of `groups`, for `members`:
/// players with the groups of which each would have been a member, one after the other, instead of those of `groups`. One gift
/// counts for a player and period: the largest. Who wants no bonuses or is stopped counts too.
pub async fn cashback_for_groups(
    app: &App,
    span: (i64, i64),
    groups: &[i64],
    members: &BTreeMap<PlayerId, [i64; 2]>,
) -> ApiResult<Vec<GroupCashback>> {
    let days = (span.0.div_euclid(DAY_MS), span.1.div_euclid(DAY_MS));
    let mut found = Vec::new();
    for period in store::periods_that_ended(&app.db, days).await? {
        let audience = &period.offer.audience;
        if !groups
            .iter()
            .any(|group| audience.groups.contains(group) || audience.excluded_groups.contains(group))
        {
            continue;
        }
        let mut after = PlayerId::MIN;
        loop {
            let (losses, next) = store::losses_after(&app.db, &period, after, AT_ONCE).await?;
            let Some(next) = next else { break };
            after = next;
            let mut most: BTreeMap<PlayerId, Option<i64>> = BTreeMap::new();
            for loss in losses {
                let amount = amount_of(&period.offer, &loss);
                let currency: Option<Currency> = loss.key.currency.parse().ok();
                if amount > 0 && members.contains_key(&loss.key.player) {
                    let rates = app.site_config.rates.now();
                    let worth = currency.and_then(|of| wallet::converted(&rates, amount, of, Currency::EUR));
                    let known = most.entry(loss.key.player).or_default();
                    *known = (*known).max(worth);
                }
            }
            for (player, worth) in most {
                let Some(statuses) = members.get(&player) else { continue };
                let who = Addressee::player(app, player).await?;
                let euro_cents = statuses.map(|group| {
                    let others = who.groups.iter().copied().filter(|own| !groups.contains(own));
                    let as_member = Addressee { groups: others.chain([group]).collect(), ..who.clone() };
                    if audience.has(&as_member) { worth } else { Some(0) }
                });
                found.push(GroupCashback { player, euro_cents });
            }
        }
    }
    Ok(found)
}
