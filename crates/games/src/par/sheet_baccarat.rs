//! The page of a table of baccarat.

use super::figures::{decimal, percent};
use super::sheet::{Page, write_head};
use super::{BaccaratPar, Figures, as_float};
use crate::baccarat::{Baccarat, Spot};

pub(super) fn write_baccarat(page: &mut Page, baccarat: &Baccarat, par: &BaccaratPar, figures: &Figures) {
    let rules = baccarat.definition();
    write_head(page, &rules.title, figures);
    page.line(&format!(
        "Punto banco. Each round is dealt from a shoe of its own of {} decks, which nothing has been dealt from before. All orders",
        rules.decks
    ));
    page.line(
        "of its first six cards are counted by the values that they have, without replacement. Of the rounds",
    );
    page.line(&format!(
        "{} % are won by the player's hand, {} % by the banker's, and {} % are a tie.",
        percent(&par.players(), 4),
        percent(&par.bankers(), 4),
        percent(&par.ties(), 4)
    ));
    page.line("");
    page.line(&format!(
        "A tie gives bets on the two hands back. Of what is won on the banker {} % are kept, and the payment is rounded down to a",
        rules.commission_percent
    ));
    page.line("subunit, which is not counted here. Pairs are first two cards of one rank, whatever else becomes of the hand.");
    page.line("");
    page.line("| Bet | Wins | Pays back | Returns | Standard deviation |");
    page.line("|---|---|---|---|---|");
    for spot in Spot::ALL {
        page.line(&format!(
            "| {} | {} % | {} × | {} % | {:.3} |",
            name(spot),
            percent(&par.wins(spot), 4),
            decimal(&par.pays(spot), 2),
            percent(&par.returns(spot), 6),
            as_float(&par.variance(spot)).sqrt()
        ));
    }
    page.line("");
    page.line("As fractions:");
    page.line("");
    for spot in Spot::ALL {
        let returns = par.returns(spot);
        page.line(&format!("- {}: `{} / {}`", name(spot), returns.numer(), returns.denom()));
    }
    page.line("");
    page.line("The return that the game is listed with is that of the hand that returns less.");
}

fn name(spot: Spot) -> &'static str {
    match spot {
        Spot::Player => "Player",
        Spot::Banker => "Banker",
        Spot::Tie => "Tie",
        Spot::PlayerPair => "Player pair",
        Spot::BankerPair => "Banker pair",
    }
}
