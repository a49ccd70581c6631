//! Welcome offers as casinos make them, each the document of an offer, with what its text promises.

/// A document, and what the back office warns of before it is published.
pub struct MarketOffer {
    pub document: &'static str,
    pub warnings: &'static [&'static str],
}

/// "100 % up to 200, to be wagered 35 times; bets of 5 at most."
pub const MATCH: MarketOffer = MarketOffer {
    document: r#"
        code = "MATCH"
        trigger = "deposit"
        kind = "Deposit bonus"
        group_key = "welcome"
        title = { en = "100 % up to 200" }
        deposit_number = 1
        percent = 100
        wager = 35
        activatable_hours = 168
        valid_hours = 720
        amounts.EUR = { amount = 20000, deposit_min = 2000, bet_max = 500 }
    "#,
    warnings: &[],
};

/// "100 %; deposit and bonus are to be wagered 40 times."
pub const BOTH: MarketOffer = MarketOffer {
    document: r#"
        code = "BOTH"
        trigger = "deposit"
        kind = "Deposit bonus"
        group_key = "welcome"
        title = { en = "100 % up to 100" }
        deposit_number = 1
        percent = 100
        wager = 40
        wager_on = "bonus_and_deposit"
        activatable_hours = 168
        valid_hours = 720
        amounts.EUR = { amount = 10000, deposit_min = 2000 }
    "#,
    warnings: &["wager_with_deposit_high"],
};

/// "50 free spins; what they win is to be wagered 30 times, 50 become money at most."
pub const FIFTY: MarketOffer = MarketOffer {
    document: r#"
        code = "FIFTY"
        trigger = "coupon"
        coupon = "FIFTY"
        group_key = "spins"
        title = { en = "50 free spins" }
        activatable_hours = 72
        [freespins]
        count = 50
        games = ["northlight/solar-sails"]
        stakes = { EUR = 20 }
        hours = 72
        wager = 30
        bet_max = { EUR = 500 }
        win_max = { EUR = 5000 }
    "#,
    warnings: &[],
};

/// "20 free spins without wagering: what they win is yours."
pub const FREE: MarketOffer = MarketOffer {
    document: r#"
        code = "FREE"
        trigger = "coupon"
        coupon = "FREE"
        group_key = "spins"
        title = { en = "20 free spins, no wagering" }
        activatable_hours = 72
        freespins = { count = 20, games = ["northlight/solar-sails"], stakes = { EUR = 20 }, hours = 72, wager = 0 }
    "#,
    warnings: &[],
};

/// "100 % to play with, to be wagered 10 times; the bonus itself is taken off and cannot be withdrawn."
pub const STICKY: MarketOffer = MarketOffer {
    document: r#"
        code = "STICKY"
        trigger = "deposit"
        kind = "Deposit bonus"
        group_key = "sticky"
        title = { en = "100 % to play with" }
        percent = 100
        wager = 10
        sticky = true
        activatable_hours = 168
        amounts.EUR = { amount = 10000, deposit_min = 2000 }
    "#,
    warnings: &["sticky", "cancels_on_cashout"],
};

/// The first of "Four deposits: 100, 75, 50 and 25 percent, each to be wagered 35 times"; [`step`] makes the others of it.
pub const STEP: MarketOffer = MarketOffer {
    document: r#"
        code = "STEP1"
        trigger = "deposit"
        kind = "Deposit bonus"
        group_key = "pack"
        title = { en = "Step 1 of 4" }
        deposit_number = 1
        percent = 100
        wager = 35
        activatable_hours = 168
        amounts.EUR = { amount = 20000, deposit_min = 2000 }
    "#,
    warnings: &[],
};

/// Step `number` of the pack of four deposits.
pub fn step(number: i64, percent: i64) -> String {
    let code =
        STEP.document.replace("STEP1", &format!("STEP{number}")).replace("Step 1", &format!("Step {number}"));
    code.replace("deposit_number = 1", &format!("deposit_number = {number}"))
        .replace("percent = 100", &format!("percent = {percent}"))
}

/// "10 % of what a week has lost comes back on Monday, without wagering."
pub const CASHBACK: MarketOffer = MarketOffer {
    document: r#"
        code = "CASHBACK"
        trigger = "cashback"
        kind = "Cashback"
        group_key = "cashback"
        title = { en = "Weekly cashback" }
        period = "week"
        percent = 10
        activatable_hours = 168
        amounts.EUR = { amount = 50000, loss_min = 1000 }
    "#,
    warnings: &[],
};

/// "10 for nothing, to be wagered 40 times; bets of 5 at most, ten times the bonus becomes money at most."
pub const CAPPED: MarketOffer = MarketOffer {
    document: r#"
        code = "CAPPED"
        trigger = "coupon"
        coupon = "CAPPED"
        kind = "NonDeposit"
        group_key = "capped"
        title = { en = "10 without a deposit" }
        wager = 40
        activatable_hours = 72
        amounts.EUR = { amount = 1000, bet_max = 500, win_max = 10000 }
    "#,
    warnings: &[],
};

/// "Roulette counts 10 %, Solar Sails nothing, Koi Lanterns cannot be played with the bonus, all else counts in full."
pub const COUNTED: MarketOffer = MarketOffer {
    document: r#"
        code = "COUNTED"
        trigger = "coupon"
        coupon = "COUNTED"
        kind = "NonDeposit"
        group_key = "counted"
        title = { en = "20 to play with" }
        wager = 35
        activatable_hours = 72
        excluded = { games = ["northlight/koi-lanterns"] }
        amounts.EUR = { amount = 2000 }
        [contributions]
        games = { "northlight/aurora-roulette" = 10, "northlight/solar-sails" = 0 }
        other = 100
    "#,
    warnings: &[],
};

/// "For players in Canada."
pub const AT_HOME: MarketOffer = MarketOffer {
    document: r#"
        code = "ATHOME"
        trigger = "deposit"
        kind = "Deposit bonus"
        group_key = "home"
        title = { en = "50 % in Canada" }
        percent = 50
        wager = 30
        activatable_hours = 168
        amounts.EUR = { amount = 10000, deposit_min = 2000 }
        audience = { countries = ["CA"] }
    "#,
    warnings: &[],
};

/// "Not for players in Canada."
pub const ABROAD: MarketOffer = MarketOffer {
    document: r#"
        code = "ABROAD"
        trigger = "deposit"
        kind = "Deposit bonus"
        group_key = "abroad"
        title = { en = "150 % abroad" }
        percent = 150
        wager = 30
        activatable_hours = 168
        amounts.EUR = { amount = 10000, deposit_min = 2000 }
        audience = { excluded_countries = ["CA"] }
    "#,
    warnings: &[],
};

/// "Bets of 5 at most: whoever bets more loses all winnings, and whoever withdraws early loses them too." Only the second half
/// of it can be said here; a bet above the most is refused before it is made.
pub const FORFEITS: MarketOffer = MarketOffer {
    document: r#"
        code = "FORFEITS"
        trigger = "coupon"
        coupon = "FORFEITS"
        kind = "NonDeposit"
        group_key = "forfeits"
        title = { en = "20 without a deposit" }
        wager = 10
        on_cashout = "cancel"
        activatable_hours = 72
        amounts.EUR = { amount = 2000, bet_max = 500 }
    "#,
    warnings: &["cancels_on_cashout"],
};

/// All of them.
pub const ALL: [MarketOffer; 12] =
    [MATCH, BOTH, FIFTY, FREE, STICKY, STEP, CASHBACK, CAPPED, COUNTED, AT_HOME, ABROAD, FORFEITS];

/// The list of offers that these documents make.
pub fn listed(documents: &[&str]) -> String {
    let tables = documents.iter().map(|document| {
        let text = document.replace("[freespins]", "[offer.freespins]");
        format!("[[offer]]\n{}\n", text.replace("[contributions]", "[offer.contributions]"))
    });
    tables.collect()
}
