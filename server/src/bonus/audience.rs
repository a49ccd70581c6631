//! For whom an offer is: who is none of its audience neither sees it nor gets it.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};

use super::offers::{Offer, Offers, Trigger};
use crate::app::App;
use crate::auth::Visitor;
use crate::content;
use crate::platform::error::ApiResult;
use crate::player;

/// For whom an offer is. A list that is empty leaves nobody out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Audience {
    /// Groups of players; members of one of them.
    pub groups: BTreeSet<i64>,
    /// Groups whose members do not, whatever else they are.
    pub excluded_groups: BTreeSet<i64>,
    /// Countries (ISO 3166-1) where players live; of a guest where the call comes from.
    pub countries: BTreeSet<String>,
    /// Countries whose players do not.
    pub excluded_countries: BTreeSet<String>,
    /// Codes of licences that players have signed up under; of a guest the one that serves the country.
    pub licences: BTreeSet<String>,
    /// Ids of brands on whose hosts players have signed up; of a guest the one of the host.
    pub brands: BTreeSet<String>,
}

/// Who is to see or to get an offer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Addressee {
    /// Numbers of groups; a guest is in none.
    pub groups: Vec<i64>,
    /// ISO 3166-1; `None` when nobody knows it.
    pub country: Option<String>,
    /// The code of the licence.
    pub licence: String,
    /// The id of the brand; `None` of an unknown host.
    pub brand: Option<String>,
}

/// What audiences can name.
#[derive(Debug, Clone, Default)]
pub struct KnownAudiences {
    /// Numbers of groups.
    pub groups: BTreeSet<i64>,
    /// ISO 3166-1.
    pub countries: BTreeSet<String>,
    /// Codes of licences.
    pub licences: BTreeSet<String>,
    /// Ids of brands.
    pub brands: BTreeSet<String>,
}

impl KnownAudiences {
    /// Those of the operator as it stands.
    pub fn now(app: &App) -> Self {
        Self {
            groups: app.site_config.statuses.now().groups().map(|(group, _)| group).collect(),
            countries: app.site_config.countries.codes().map(str::to_owned).collect(),
            licences: app.site_config.licences.all().iter().map(|licence| licence.code.clone()).collect(),
            brands: app.content.now().brands.all().iter().map(|brand| brand.id.clone()).collect(),
        }
    }
}

impl Audience {
    /// What it names that is not `known`: a sentence of the first name, or `None`.
    pub fn unknown(&self, known: &KnownAudiences) -> Option<String> {
        let group = self.groups.union(&self.excluded_groups).find(|group| !known.groups.contains(*group));
        if let Some(group) = group {
            return Some(format!("{group} is no group of players"));
        }
        let mut countries = self.countries.union(&self.excluded_countries);
        if let Some(country) = countries.find(|country| !known.countries.contains(*country)) {
            return Some(format!("{country:?} is no known country"));
        }
        if let Some(licence) = self.licences.difference(&known.licences).next() {
            return Some(format!("{licence:?} is no known licence"));
        }
        let brand = self.brands.difference(&known.brands).next()?;
        Some(format!("{brand:?} is no known brand"))
    }

    /// Whether it is everybody.
    pub fn is_everybody(&self) -> bool {
        *self == Self::default()
    }

    /// Whether `who` belongs to it.
    pub fn has(&self, who: &Addressee) -> bool {
        let Self { groups, excluded_groups, countries, excluded_countries, licences, brands } = self;
        let is_in =
            |names: &BTreeSet<String>, name: Option<&String>| name.is_some_and(|name| names.contains(name));
        let is_member = |of: &BTreeSet<i64>| who.groups.iter().any(|group| of.contains(group));
        (groups.is_empty() || is_member(groups))
            && !is_member(excluded_groups)
            && (countries.is_empty() || is_in(countries, who.country.as_ref()))
            && !is_in(excluded_countries, who.country.as_ref())
            && (licences.is_empty() || licences.contains(&who.licence))
            && (brands.is_empty() || is_in(brands, who.brand.as_ref()))
    }

    /// Fails with what cannot be right about it.
    pub(super) fn check(&self) -> Result<()> {
        let is_code =
            |code: &String| code.len() == 2 && code.bytes().all(|letter| letter.is_ascii_uppercase());
        let wrong = self.countries.iter().chain(&self.excluded_countries).find(|code| !is_code(code));
        ensure!(wrong.is_none(), "{wrong:?} is no country: two capital letters");
        let is_no_name = |name: &&String| {
            name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        let wrong = self.licences.iter().chain(&self.brands).find(is_no_name);
        ensure!(wrong.is_none(), "{wrong:?} is neither a licence nor a brand");
        let both = self.groups.intersection(&self.excluded_groups).next();
        ensure!(both.is_none(), "group {both:?} is the audience and is left out");
        let both = self.countries.intersection(&self.excluded_countries).next();
        ensure!(both.is_none(), "{both:?} is the audience and is left out");
        Ok(())
    }
}

impl Addressee {
    /// A player.
    pub(super) async fn player(app: &App, id: PlayerId) -> ApiResult<Self> {
        let profile = player::get(app, id).await?;
        let brand = player::brand_of(&app.db, id).await?;
        // Who came before there were brands came to the primary one.
        let brand = if brand.is_empty() {
            app.content.now().brands.all().iter().find(|brand| brand.primary).map(|brand| brand.id.clone())
        } else {
            Some(brand)
        };
        let groups = player::groups_of(app, id).await?;
        Ok(Self { groups, country: Some(profile.country), licence: profile.licence, brand })
    }

    /// A guest.
    pub(super) fn guest(app: &App, visitor: &Visitor) -> Self {
        let published = app.content.now();
        let brand = content::brand_on(app, &published, &visitor.host).ok();
        Self {
            groups: Vec::new(),
            country: visitor.country().map(str::to_owned),
            licence: app.site_config.licences.serving(visitor.country()).code.clone(),
            brand: brand.map(|brand| brand.id.clone()),
        }
    }
}

impl Offers {
    /// Whether an offer is for some only.
    pub(super) fn are_limited(&self) -> bool {
        self.all().any(|offer| !offer.audience.is_everybody())
    }

    /// Whether `code` names an offer of which a visitor is told who signs up on the host of `brand` for `country` and
    /// `licence`, and which the first deposit of the account in `currency` can bring at `now`.
    pub fn has_for_first_deposit(
        &self,
        code: &str,
        currency: Currency,
        ((country, licence), brand): ((&str, &str), Option<String>),
        now: i64,
    ) -> bool {
        let who = Addressee {
            groups: Vec::new(),
            country: Some(country.to_owned()),
            licence: licence.to_owned(),
            brand,
        };
        let fits =
            |offer: &Offer| offer.is_in(currency) && offer.is_for_deposit(1) && offer.audience.has(&who);
        self.public(Trigger::Deposit, now).any(|offer| offer.code == code && fits(offer))
    }
}

/// Whether an offer is for a player.
pub(super) async fn is_for_player(app: &App, player: PlayerId, offer: &Offer) -> ApiResult<bool> {
    Ok(offer.audience.is_everybody() || offer.audience.has(&Addressee::player(app, player).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(groups: &[i64], country: &str, brand: &str) -> Addressee {
        Addressee {
            groups: groups.to_vec(),
            country: (!country.is_empty()).then(|| country.to_owned()),
            licence: "GCB".to_owned(),
            brand: (!brand.is_empty()).then(|| brand.to_owned()),
        }
    }

    #[test]
    fn each_list_narrows_and_an_empty_one_does_not() {
        let anybody = who(&[], "", "");
        let ann = who(&[7, 9], "CA", "borealis");
        #[rustfmt::skip]
        let cases = [
            // the audience                                             a guest of nowhere  ann
            ("",                                                        true,               true),
            ("groups = [9, 10]",                                        false,              true),
            ("groups = [10]",                                           false,              false),
            ("excluded_groups = [7]",                                   true,               false),
            ("groups = [9]\nexcluded_groups = [7]",                     false,              false),
            ("countries = [\"CA\", \"NO\"]",                            false,              true),
            ("countries = [\"NO\"]",                                    false,              false),
            ("excluded_countries = [\"CA\"]",                           true,               false),
            ("licences = [\"GCB\"]",                                    true,               true),
            ("licences = [\"EE\"]",                                     false,              false),
            ("brands = [\"borealis\"]",                                 false,              true),
            ("brands = [\"marina\"]",                                   false,              false),
            ("groups = [9]\ncountries = [\"CA\"]\nbrands = [\"marina\"]", false,              false),
        ];
        for (text, guest, member) in cases {
            let audience: Audience = toml::from_str(text).unwrap();
            audience.check().unwrap();
            assert_eq!((audience.has(&anybody), audience.has(&ann)), (guest, member), "{text}");
            assert_eq!(audience.is_everybody(), text.is_empty());
        }
    }

    #[test]
    fn what_nobody_knows_is_told_by_its_name() {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let known = KnownAudiences {
            groups: BTreeSet::from([7, 9]),
            countries: set(&["CA", "NO"]),
            licences: set(&["GCB"]),
            brands: set(&["borealis"]),
        };
        #[rustfmt::skip]
        let cases = [
            ("",                                               None),
            ("groups = [7]\nexcluded_groups = [9]",            None),
            ("countries = [\"CA\"]\nlicences = [\"GCB\"]",     None),
            ("brands = [\"borealis\"]",                        None),
            ("groups = [7, 8]",                                Some("8 is no group of players")),
            ("excluded_groups = [6]",                          Some("6 is no group of players")),
            ("countries = [\"CA\", \"XX\"]",                   Some("\"XX\" is no known country")),
            ("excluded_countries = [\"XX\"]",                  Some("\"XX\" is no known country")),
            ("licences = [\"GCB\", \"MGA\"]",                  Some("\"MGA\" is no known licence")),
            ("brands = [\"marina\"]",                          Some("\"marina\" is no known brand")),
        ];
        for (text, reported) in cases {
            let audience: Audience = toml::from_str(text).unwrap();
            assert_eq!(audience.unknown(&known).as_deref(), reported, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_right_is_refused() {
        for text in [
            "countries = [\"ca\"]",
            "excluded_countries = [\"CAN\"]",
            "brands = [\"\"]",
            "groups = [1, 2]\nexcluded_groups = [2]",
            "countries = [\"CA\"]\nexcluded_countries = [\"CA\"]",
        ] {
            assert!(toml::from_str::<Audience>(text).unwrap().check().is_err(), "{text}");
        }
        assert!(toml::from_str::<Audience>("country = [\"CA\"]").is_err());
    }
}
