//! The PAR sheet as a page for people.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::figures::{decimal, percent};
use super::sheet_baccarat::write_baccarat;
use super::sheet_crash::write_crash;
use super::sheet_keno::write_keno;
use super::{BaccaratPar, Figures, KenoPar, ParError, SlotsPar, as_float, sheet_features};
use crate::definition::{Evaluation, Role, SlotsDefinition};
use crate::roulette::{BetKind, POCKETS, RETURN_X_MAX, Roulette};
use crate::slots::{Rules, Slots, Source};
use crate::{Game, Kind};

/// Longest fraction printed on the page; longer ones stand in the JSON beside it.
const FRACTION_DIGITS_MAX: usize = 60;

/// Figures and page of a game.
pub fn write(game: &Game) -> Result<(Figures, String), ParError> {
    let mut page = Page::default();
    let figures = match game.rules() {
        Kind::Slots(slots) => {
            let par = SlotsPar::count(slots)?;
            let figures = Figures::of_slots(game.hash(), slots, &par);
            write_slots(&mut page, slots, &par, &figures);
            figures
        }
        Kind::Roulette(roulette) => {
            let figures = Figures::of_roulette(game.hash(), roulette);
            write_roulette(&mut page, roulette, &figures);
            figures
        }
        Kind::Crash(crash) => {
            let figures = Figures::of_crash(game.hash(), crash);
            write_crash(&mut page, crash, &figures);
            figures
        }
        Kind::Baccarat(baccarat) => {
            let par = BaccaratPar::count(baccarat);
            let figures = Figures::of_baccarat(game.hash(), baccarat, &par);
            write_baccarat(&mut page, baccarat, &par, &figures);
            figures
        }
        Kind::Keno(keno) => {
            let par = KenoPar::count(keno);
            let figures = Figures::of_keno(game.hash(), keno, &par);
            write_keno(&mut page, keno, &par, &figures);
            figures
        }
    };
    Ok((figures, page.0))
}

/// A page of lines.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    pub(super) fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// A figure, its value and how it is counted.
    pub(super) fn row(&mut self, figure: &str, value: &str, counted: &str) {
        self.line(&format!("| {figure} | {value} | {counted} |"));
    }
}

fn write_slots(page: &mut Page, slots: &Slots, par: &SlotsPar, figures: &Figures) {
    let definition = slots.definition();
    write_head(page, &definition.title, figures);
    let units = BigInt::from(par.bet_units);
    let share = |part: &BigRational| percent(&(part / &units), 4);
    page.line("| Figure | Value | How it is counted |");
    page.line("|---|---|---|");
    page.row(
        "Return to player",
        &format!("{} %", percent(&par.rtp(), 4)),
        "Paid spin and free spins together; exact, then rounded.",
    );
    let paid = format!("{} %", share(&par.spin_win));
    page.row("of it the paid spin", &paid, &how_counted(slots.rules()));
    if figures.feature_every.is_some() {
        sheet_features::figures(page, slots.rules(), par);
    }
    page.row(
        "Hit rate",
        &format!("{} %", percent(&par.hit, 4)),
        "Share of paid spins that pay something themselves, what follows them aside.",
    );
    page.row(
        "Standard deviation",
        &format!("{:.3} stakes", par.standard_deviation),
        &how_spread(slots.rules()),
    );
    if let Some(volatility) = figures.volatility {
        let classes = "Class of the standard deviation: low below 3, medium from 3, high from 5.";
        page.row("Volatility", volatility.name(), classes);
    }
    page.row(
        "Maximum win",
        &format!("{} × stake", decimal(&BigRational::new(par.max_units.into(), units), 2)),
        "The greatest sum of wins that some sequence of draws gives, every step at its best.",
    );
    page.row(
        "Cap",
        &format!("{} × stake", definition.max_win_x),
        "Above the maximum win, so it never cuts a round and takes nothing from the return.",
    );
    sheet_features::bought_figures(page, par);
    sheet_features::jackpot_figures(page, definition, par);
    page.line("");
    write_fraction(page, "Return to player", &figures.rtp_exact.numerator, &figures.rtp_exact.denominator);
    write_rules(page, slots.rules(), definition);
    write_pays(page, definition);
    write_weights(page, slots.rules());
}

pub(super) fn write_head(page: &mut Page, title: &str, figures: &Figures) {
    let Figures { identifier, version, definition, .. } = figures;
    page.line(&format!("# {title}: PAR sheet"));
    page.line("");
    page.line(&format!("Game `{identifier}`, definition version {version}. Written by"));
    page.line("`cargo run -p croupier-games --bin par -- write`; a test counts it anew and compares.");
    page.line("");
    page.line(&format!("Definition `{definition}`: the SHA-256 that rounds played under these rules name."));
    page.line("");
}

fn write_fraction(page: &mut Page, name: &str, numerator: &str, denominator: &str) {
    if numerator.len().max(denominator.len()) <= FRACTION_DIGITS_MAX {
        page.line(&format!("{name} as a fraction: `{numerator} / {denominator}`."));
    } else {
        page.line(&format!(
            "{name} as a fraction has {} digits below the line; it stands in the JSON beside this page.",
            denominator.len()
        ));
    }
    page.line("");
}

fn how_counted(rules: &Rules) -> String {
    match &rules.source {
        _ if matches!(rules.evaluation, Evaluation::Clusters) => {
            "For each rung: every shape and place of a cluster, by the chance that it is full of a symbol and its \
             edge is not; times the chance of getting so far, from every window without a cluster that pays."
                .to_owned()
        }
        Source::Strips(_) if rules.heights.is_some() => {
            "Every height and stop of every reel, by sums over symbols and lengths of products over the reels; \
             times the chance that so many windows in a row win."
                .to_owned()
        }
        Source::Strips(strips) => {
            let combinations: usize = strips.iter().map(Vec::len).product();
            let alike = match rules.mystery {
                Some(_) => ", once for each symbol behind the mysteries by its weight",
                None => ", each equally likely",
            };
            format!("Every one of the {combinations} combinations of stops{alike}.")
        }
        Source::Cells(_) | Source::ReelCells(_) => {
            "The weight of every state (counts of equal symbols up to renaming, scatters) carried \
             through every draw and every tumble as whole numbers."
                .to_owned()
        }
    }
}

fn how_spread(rules: &Rules) -> String {
    let root = "Root of the variance of a whole round's pay for a stake of 1";
    if matches!(rules.evaluation, Evaluation::Clusters) {
        let windows = super::clusters_sample::WINDOWS;
        return format!(
            "{root}. An estimate, the only one of this sheet: the mean square of a window's pay is that of {windows} \
             windows for each number of symbols, drawn with a fixed seed; all else is counted."
        );
    }
    format!("{root}, from the same counts.")
}

fn write_rules(page: &mut Page, rules: &Rules, definition: &SlotsDefinition) {
    page.line("## Rules");
    page.line("");
    let wins = match &definition.evaluation {
        Evaluation::Lines { lines } => {
            format!("{} lines, from the left; the best win of a line is paid.", lines.len())
        }
        Evaluation::Ways => format!(
            "{}{} ways, on neighbouring reels from the left.",
            if rules.heights.is_some() { "Up to " } else { "" },
            rules.rows.pow(u32::try_from(rules.reels).unwrap_or(0))
        ),
        Evaluation::PayAnywhere => "Equal symbols pay anywhere in the window.".to_owned(),
        Evaluation::Clusters => {
            "Equal symbols that hang together by their sides pay by their number.".to_owned()
        }
    };
    let rows = if rules.heights.is_some() { format!("up to {}", rules.rows) } else { rules.rows.to_string() };
    page.line(&format!("- {} reels, {rows} rows. {wins}", rules.reels));
    page.line(&format!(
        "- A stake is a multiple of {} subunits; every pay is a whole number of its {0}th parts, so \
         nothing is rounded.",
        definition.bet_units
    ));
    if let Some(wild) = &definition.wild {
        page.line(&format!(
            "- The wild stands for regular symbols{}.",
            match wild.multiplier {
                1 => String::new(),
                by => format!("; a line win in which it stands for another symbol is multiplied by {by}"),
            }
        ));
    }
    sheet_features::rules(page, definition);
    if let Some(tumble) = &definition.tumble {
        let ladder: Vec<String> = tumble.multipliers.iter().map(|by| format!("×{by}")).collect();
        let leaves = if tumble.whole {
            "After a win the whole window leaves and is drawn anew"
        } else {
            "Winning cells leave, the rest falls, new cells are drawn"
        };
        page.line(&format!(
            "- {leaves}; at most {} tumbles. Wins are multiplied by {} in turn.",
            tumble.max_tumbles,
            ladder.join(", ")
        ));
    }
    page.line("");
}

fn write_pays(page: &mut Page, definition: &SlotsDefinition) {
    page.line("## Pays");
    page.line("");
    let per = match definition.evaluation {
        Evaluation::Lines { .. } => "per line",
        Evaluation::Ways => "per way",
        Evaluation::PayAnywhere => "for the window",
        Evaluation::Clusters => "per cluster",
    };
    page.line(&format!(
        "In stakes, {per}; a count between two entries pays the lower one. Scatters pay for the window."
    ));
    page.line("");
    page.line("| Symbol | Role | Pays |");
    page.line("|---|---|---|");
    for symbol in &definition.symbols {
        let (role, pays) = match symbol.role {
            Role::Regular => ("regular", definition.pays.get(&symbol.id)),
            Role::Wild => ("wild", definition.pays.get(&symbol.id)),
            Role::Scatter => ("scatter", definition.scatter.as_ref().map(|scatter| &scatter.pays)),
            Role::WildScatter => {
                ("wild and scatter", definition.scatter.as_ref().map(|scatter| &scatter.pays))
            }
            Role::Coin => ("coin", None),
            Role::Mystery => ("mystery", None),
        };
        let stakes =
            |units: &i64| decimal(&BigRational::new((*units).into(), definition.bet_units.into()), 2);
        let pays: Vec<String> =
            pays.into_iter().flatten().map(|(n, units)| format!("{n}: {}", stakes(units))).collect();
        page.line(&format!(
            "| {} | {role} | {} |",
            symbol.id,
            if pays.is_empty() { "none".to_owned() } else { pays.join(", ") }
        ));
    }
    page.line("");
}

fn write_weights(page: &mut Page, rules: &Rules) {
    let free = rules.freespins.as_ref().map(|free| ("Free spins", &free.source));
    let bought = rules.bought.as_ref().map(|source| ("Bought spin", source));
    if let Some(heights) = &rules.heights {
        write_heights(page, heights);
    }
    for (name, source) in [("Paid spin", &rules.source)].into_iter().chain(free).chain(bought) {
        page.line(&format!("## {name}: weights"));
        page.line("");
        match source {
            Source::Strips(strips) => {
                page.line("How often each symbol stands on each reel.");
                let times = |reel: usize, symbol: usize| {
                    strips[reel].iter().filter(|s| **s == symbol).count().to_string()
                };
                write_by_reel(page, rules, &times, |reel| strips[reel].len().to_string());
            }
            Source::ReelCells(weights) => {
                page.line("Each cell is drawn by itself, by the weights of its reel.");
                let weight = |reel: usize, symbol: usize| weights[reel][symbol].to_string();
                write_by_reel(page, rules, &weight, |reel| weights[reel].iter().sum::<u32>().to_string());
            }
            Source::Cells(weights) => {
                let all: u32 = weights.iter().sum();
                page.line("Each cell is drawn by itself.");
                page.line("");
                page.line(&format!("| Symbol | Weight of {all} |"));
                page.line("|---|---|");
                for (id, weight) in rules.symbols.iter().zip(weights) {
                    page.line(&format!("| {id} | {weight} |"));
                }
            }
        }
        page.line("");
    }
}

fn write_heights(page: &mut Page, heights: &[Vec<u32>]) {
    page.line("## Heights: weights");
    page.line("");
    page.line("How often each reel shows so many cells, in paid and free spins alike.");
    page.line("");
    let reels: Vec<String> = (1..=heights.len()).map(|reel| format!("Reel {reel}")).collect();
    page.line(&format!("| Cells | {} |", reels.join(" | ")));
    page.line(&format!("|---|{}", "---|".repeat(heights.len())));
    let most = heights.iter().map(Vec::len).max().unwrap_or(0);
    for cells in 0..most {
        let weights: Vec<String> = heights.iter().map(|reel| reel[cells].to_string()).collect();
        if heights.iter().any(|reel| reel[cells] > 0) {
            page.line(&format!("| {} | {} |", cells + 1, weights.join(" | ")));
        }
    }
    page.line("");
}

/// A table of symbols by reel, with the sums below.
fn write_by_reel(
    page: &mut Page,
    rules: &Rules,
    value: &dyn Fn(usize, usize) -> String,
    sum: impl Fn(usize) -> String,
) {
    let columns = |cell: &dyn Fn(usize) -> String| (0..rules.reels).map(cell).collect::<Vec<_>>().join(" | ");
    page.line("");
    page.line(&format!("| Symbol | {} |", columns(&|reel| format!("Reel {}", reel + 1))));
    page.line(&format!("|---|{}", "---|".repeat(rules.reels)));
    for (symbol, id) in rules.symbols.iter().enumerate() {
        page.line(&format!("| {id} | {} |", columns(&|reel| value(reel, symbol))));
    }
    page.line(&format!("| *all* | {} |", columns(&sum)));
}

fn write_roulette(page: &mut Page, roulette: &Roulette, figures: &Figures) {
    let definition = roulette.definition();
    write_head(page, &definition.title, figures);
    page.line(&format!("{POCKETS} pockets, each equally likely, one zero."));
    page.line(&format!("A bet on n pockets returns {RETURN_X_MAX} / n times"));
    page.line(&format!(
        "its amount, the amount included; n divides {RETURN_X_MAX}, so nothing is rounded. Every bet returns"
    ));
    page.line(&format!(
        "n / {POCKETS} × {RETURN_X_MAX} / n = {} / {} of its amount, {} %.",
        figures.rtp_exact.numerator, figures.rtp_exact.denominator, figures.rtp
    ));
    page.line("");
    page.line("| Bet | Places | Pockets | Returns | Wins | Standard deviation |");
    page.line("|---|---|---|---|---|---|");
    for kind in BetKind::ALL {
        let sets = kind.legal_sets();
        let mut sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
        sizes.dedup();
        for size in sizes {
            let places = sets.iter().filter(|set| set.len() == size).count();
            let wins = BigRational::new(size.into(), POCKETS.into());
            let returns = BigRational::new(RETURN_X_MAX.into(), size.into());
            let mean = &wins * &returns;
            let variance = &mean * &returns - &mean * &mean;
            let deviation = as_float(&variance).sqrt();
            page.line(&format!(
                "| {} | {places} | {size} | {} × | {} % | {deviation:.3} |",
                kind.name(),
                decimal(&returns, 0),
                percent(&wins, 3)
            ));
        }
    }
}
