//! Which partner carries a payment out, read from `content/payment_routes.toml`: the first rule that fits names the
//! partners, and what they carry, whether they answer and how their deposits end bring them into order.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use croupier_money::Currency;
use serde::Deserialize;
use toml::Spanned;

use super::figures::Place;
use super::kind::Kind;
use super::methods::Method;
use super::partner::{self, Partners};
use super::state::Action;

/// The content file.
pub(super) const FILE: &str = "payment_routes.toml";

/// The largest weight of a partner.
const WEIGHT_MAX: u32 = 1_000;

/// How the partners of a rule are brought into order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// By chance, as often as their weights say.
    #[default]
    Weight,
    /// By the share of deposits that were paid lately, the best first.
    Success,
}

/// A partner of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Share {
    name: String,
    /// How often it stands first, beside the others' weights; at 0 only in place of others.
    weight: u32,
}

/// A rule: what it fits, and the partners of it.
#[derive(Debug, Clone)]
struct Route {
    action: Option<Action>,
    types: Option<Vec<Kind>>,
    methods: Option<Vec<String>>,
    currencies: Option<Vec<Currency>>,
    countries: Option<Vec<String>>,
    order: Order,
    partners: Vec<Share>,
}

/// A payment that looks for its partner.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sought<'a> {
    pub(super) action: Action,
    pub(super) method: &'a Method,
    pub(super) currency: Currency,
    /// Where its player lives.
    pub(super) country: &'a str,
    /// Decides by chance where weights do: the same number makes the same choice.
    pub(super) draw: u64,
}

/// A partner as it does now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Standing<'a> {
    pub(super) name: &'a str,
    /// Whether it answers.
    pub(super) is_up: bool,
    /// Its paid deposits in a hundred; `None` when too few have ended.
    pub(super) paid_percent: Option<i64>,
}

/// All rules, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Routes(Vec<Route>);

impl Routes {
    /// Reads and checks the file in `folder`. Without one every payment goes to the partner of its method.
    pub(super) fn load(folder: &Path) -> Result<Self> {
        let path = folder.join(FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) => Self::parse(&path.display().to_string(), &text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }

    fn parse(file: &str, text: &str) -> Result<Self> {
        let place = Place { file, text };
        let rows: Rows = toml::from_str(text).with_context(|| format!("in {file}"))?;
        Ok(Self(rows.route.into_iter().map(|row| row.checked(&place)).collect::<Result<_>>()?))
    }

    /// The partners that may carry `sought` out, the first one first; `carrying` are those that carry its method.
    pub(super) fn plan(&self, sought: &Sought<'_>, carrying: &[Standing<'_>]) -> Vec<String> {
        let home = Share { name: sought.method.provider.clone(), weight: 1 };
        let route = self.0.iter().find(|route| route.fits(sought));
        let (order, shares) =
            route.map_or((Order::Weight, std::slice::from_ref(&home)), |r| (r.order, &r.partners));
        let mut found: Vec<(Share, Standing<'_>)> = shares
            .iter()
            .filter_map(|share| {
                Some((share.clone(), *carrying.iter().find(|standing| standing.name == share.name)?))
            })
            .collect();
        match order {
            Order::Weight => draw_first(&mut found, sought.draw),
            // One that nothing is known of is given a chance.
            Order::Success => {
                found.sort_by_key(|(_, standing)| std::cmp::Reverse(standing.paid_percent.unwrap_or(100)));
            }
        }
        // The sort is stable: among those that answer the order stays.
        found.sort_by_key(|(_, standing)| !standing.is_up);
        found.into_iter().map(|(share, _)| share.name).collect()
    }

    /// The partners that may come to carry out a payment by `method`, in whatever currency and country.
    pub(super) fn partners_of<'a>(&'a self, method: &'a Method) -> impl Iterator<Item = &'a str> {
        let named = self.0.iter().filter(|route| route.fits_method(method));
        let named = named.flat_map(|route| route.partners.iter().map(|share| share.name.as_str()));
        std::iter::once(method.provider.as_str()).chain(named)
    }
}

/// Puts one by chance first, as its weight says, and the others after it, heavier ones first.
fn draw_first(found: &mut Vec<(Share, Standing<'_>)>, draw: u64) {
    found.sort_by_key(|(share, _)| std::cmp::Reverse(share.weight));
    // Those that answer share the chance: an outage leaves no hole.
    let weight =
        |(share, standing): &(Share, Standing<'_>)| if standing.is_up { u64::from(share.weight) } else { 0 };
    let total: u64 = found.iter().map(weight).sum();
    if total == 0 {
        return;
    }
    let mut left = draw % total;
    let first = found.iter().position(|entry| {
        let is_first = left < weight(entry);
        left = left.saturating_sub(weight(entry));
        is_first
    });
    if let Some(first) = first {
        let first = found.remove(first);
        found.insert(0, first);
    }
}

/// The partners of this site that carry `method`, as they do now.
pub(super) fn carrying<'a>(partners: &'a Partners, method: &str) -> Vec<Standing<'a>> {
    let standing = |partner: &'a partner::Partner| Standing {
        name: partner.name,
        is_up: partner.away_since().is_none(),
        paid_percent: partner.paid().percent(),
    };
    partners.iter().filter(|partner| partner.carries(method)).map(standing).collect()
}

impl Route {
    fn fits(&self, sought: &Sought<'_>) -> bool {
        let Sought { action, method, currency, country, .. } = sought;
        self.action.is_none_or(|only| only == *action)
            && self.fits_method(method)
            && self.currencies.as_ref().is_none_or(|only| only.contains(currency))
            && self.countries.as_ref().is_none_or(|only| only.iter().any(|code| code == country))
    }

    fn fits_method(&self, method: &Method) -> bool {
        self.types.as_ref().is_none_or(|only| only.contains(&method.kind))
            && self.methods.as_ref().is_none_or(|only| only.contains(&method.id))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    route: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    action: Option<Action>,
    types: Option<Vec<Kind>>,
    methods: Option<Vec<String>>,
    currencies: Option<Vec<Spanned<String>>>,
    countries: Option<Vec<Spanned<String>>>,
    #[serde(default)]
    order: Order,
    partners: Spanned<Vec<ShareRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShareRow {
    name: Spanned<String>,
    #[serde(default = "one")]
    weight: Spanned<u32>,
}

fn one() -> Spanned<u32> {
    Spanned::new(0..0, 1)
}

impl Row {
    fn checked(self, place: &Place<'_>) -> Result<Route> {
        let at = place.of(&self.partners.span());
        let mut partners: Vec<Share> = Vec::new();
        for share in self.partners.into_inner() {
            let at = place.of(&share.name.span());
            let name = share.name.into_inner();
            ensure!(partner::NAMES.contains(&name.as_str()), "{at}: there is no partner {name:?}");
            ensure!(partners.iter().all(|share| share.name != name), "{at}: {name} stands twice");
            let weight = share.weight.into_inner();
            ensure!(weight <= WEIGHT_MAX, "{at}: a weight is from 0 to {WEIGHT_MAX}");
            partners.push(Share { name, weight });
        }
        ensure!(!partners.is_empty(), "{at}: a rule names a partner");
        let currency = |code: Spanned<String>| {
            code.get_ref().parse::<Currency>().with_context(|| place.of(&code.span()))
        };
        let country = |code: Spanned<String>| {
            let plain = code.get_ref().len() == 2 && code.get_ref().bytes().all(|b| b.is_ascii_uppercase());
            ensure!(plain, "{}: {:?} is no country", place.of(&code.span()), code.get_ref());
            Ok(code.into_inner())
        };
        Ok(Route {
            action: self.action,
            types: self.types,
            methods: self.methods,
            currencies: self.currencies.map(|c| c.into_iter().map(currency).collect()).transpose()?,
            countries: self.countries.map(|c| c.into_iter().map(country).collect()).transpose()?,
            order: self.order,
            partners,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cashbox::methods::Methods;

    const RULES: &str = r#"
[[route]]
action = "cashout"
partners = [{ name = "meridian" }]

[[route]]
types = ["bank"]
currencies = ["NOK"]
countries = ["NO"]
order = "success"
partners = [{ name = "northpay" }, { name = "meridian" }]

[[route]]
types = ["card"]
partners = [{ name = "northpay", weight = 3 }, { name = "meridian", weight = 1 }]
"#;

    fn content() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../content"))
    }

    fn plan(method: &str, action: Action, code: &str, draw: u64, standings: &[Standing<'_>]) -> Vec<String> {
        let methods = Methods::load(content()).unwrap();
        let method = methods.get(method).unwrap();
        let sought = Sought { action, method, currency: code.parse().unwrap(), country: "NO", draw };
        Routes::parse("r.toml", RULES).unwrap().plan(&sought, standings)
    }

    fn both(northpay: bool, meridian: bool) -> [Standing<'static>; 2] {
        let standing = |name, is_up| Standing { name, is_up, paid_percent: None };
        [standing("northpay", northpay), standing("meridian", meridian)]
    }

    #[test]
    fn the_first_rule_that_fits_decides() {
        let up = both(true, true);
        assert_eq!(plan("visa", Action::Cashout, "EUR", 0, &up), ["meridian"]);
        assert_eq!(plan("inpay", Action::Deposit, "NOK", 0, &up), ["northpay", "meridian"]);
        assert_eq!(plan("inpay", Action::Deposit, "EUR", 0, &up), ["northpay"], "the method's own");
        assert_eq!(plan("visa", Action::Cashout, "EUR", 0, &up[..1]), [""; 0], "nobody carries it");
    }

    #[test]
    fn weights_share_chance_and_outages_are_gone_around() {
        let first = |draw, standings: &[Standing<'_>]| {
            plan("visa", Action::Deposit, "EUR", draw, standings)[0].clone()
        };
        let up = both(true, true);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|draw| first(draw, &up)),
            ["northpay", "northpay", "northpay", "meridian", "northpay"]
        );
        assert!((0..8).all(|draw| first(draw, &both(false, true)) == "meridian"));
        assert!((0..8).all(|draw| first(draw, &both(true, false)) == "northpay"));
        assert_eq!(
            plan("visa", Action::Deposit, "EUR", 0, &both(false, false)).len(),
            2,
            "who is left is asked"
        );
    }

    #[test]
    fn the_better_partner_stands_first() {
        let [mut northpay, mut meridian] = both(true, true);
        northpay.paid_percent = Some(70);
        meridian.paid_percent = Some(90);
        assert_eq!(plan("inpay", Action::Deposit, "NOK", 0, &[northpay, meridian]), ["meridian", "northpay"]);
        meridian.is_up = false;
        assert_eq!(plan("inpay", Action::Deposit, "NOK", 0, &[northpay, meridian]), ["northpay", "meridian"]);
    }

    #[test]
    fn the_shipped_rules_are_sound_and_faults_are_reported_with_their_line() {
        Routes::load(content()).unwrap();
        for (sound, broken, line, reason) in [
            ("name = \"meridian\" }]", "name = \"southpay\" }]", "r.toml:4", "no partner"),
            ("[{ name = \"meridian\" }]", "[]", "r.toml:4", "names a partner"),
            ("\"NOK\"", "\"XXX\"", "r.toml:8", "unknown currency"),
            ("\"NO\"", "\"Norway\"", "r.toml:9", "no country"),
            ("weight = 3", "weight = 1001", "r.toml:15", "a weight"),
        ] {
            let error = Routes::parse("r.toml", &RULES.replacen(sound, broken, 1)).unwrap_err();
            let reported = format!("{error:#}");
            assert!(reported.contains(line) && reported.contains(reason), "{reported}");
        }
    }
}
