//! The page of a game of keno.

use num_traits::Zero;

use super::figures::{decimal, percent};
use super::sheet::{Page, write_head};
use super::{Figures, KenoPar, as_float};
use crate::keno::Keno;

pub(super) fn write_keno(page: &mut Page, keno: &Keno, par: &KenoPar, figures: &Figures) {
    let rules = keno.definition();
    write_head(page, &rules.title, figures);
    page.line(&format!(
        "Of {} numbers {} are drawn, and every set of {} is equally likely. Of n picks exactly k are drawn",
        rules.numbers, rules.drawn, rules.drawn
    ));
    page.line(&format!(
        "with the chance C({}, k) × C({}, n − k) / C({}, n). Pays hold the stake; a stake is a multiple of",
        rules.drawn,
        rules.numbers - rules.drawn,
        rules.numbers
    ));
    page.line(&format!("{} subunits, so nothing is rounded.", rules.bet_units));
    page.line("");
    page.line("| Picks | Returns | Pays something | Standard deviation |");
    page.line("|---|---|---|---|");
    for picks in par.picks() {
        page.line(&format!(
            "| {picks} | {} % | {} % | {:.3} |",
            percent(&par.returns(picks), 4),
            percent(&par.wins(picks), 4),
            as_float(&par.variance(picks)).sqrt()
        ));
    }
    page.line("");
    page.line("The return that the game is listed with is that of the count of picks that returns least.");
    page.line("As fractions:");
    page.line("");
    for picks in par.picks() {
        let returns = par.returns(picks);
        page.line(&format!("- {picks}: `{} / {}`", returns.numer(), returns.denom()));
    }
    page.line("");
    page.line("| Picks | Hits | Pays | Chance | Once in |");
    page.line("|---|---|---|---|---|");
    for picks in par.picks() {
        for hits in par.hits(picks).iter().filter(|hits| !hits.pays.is_zero()) {
            page.line(&format!(
                "| {picks} | {} | {} × | {} % | {} |",
                hits.hits,
                decimal(&hits.pays, 2),
                percent(&hits.chance, 7),
                decimal(&hits.chance.recip(), 1)
            ));
        }
    }
}
