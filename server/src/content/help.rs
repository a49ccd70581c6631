//! Addresses of help: `help.toml` lists services for people who gamble too much, by country.

use std::path::Path;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::toml_file::{Result, TomlFile};

/// A service that helps.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct HelpAddress {
    /// What it calls itself.
    pub name: String,
    /// As it is dialled in its country; none where it has no telephone.
    #[serde(default)]
    pub phone: Option<String>,
    /// Its page.
    pub url: String,
    /// Whom it helps (ISO 3166-1); empty for everybody.
    #[serde(default)]
    pub countries: Vec<String>,
}

/// A service as visitors see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct HelpAddressView {
    /// What it calls itself.
    name: String,
    /// As it is dialled in its country.
    phone: Option<String>,
    /// Its page.
    url: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    address: Vec<toml::Spanned<HelpAddress>>,
}

/// Reads the list in `folder`. One address at least is for everybody: nobody is left without.
pub(super) fn read(folder: &Path) -> Result<Vec<HelpAddress>> {
    let file = TomlFile::read(folder, "help.toml")?;
    let list: List = file.parse()?;
    for spanned in &list.address {
        let wrong = |message: String| Err(file.wrong(Some(spanned.span().start), message));
        let address = spanned.get_ref();
        if address.name.trim().is_empty() {
            return wrong("an address of help needs a name".to_owned());
        }
        if !address.url.starts_with("https://") {
            return wrong(format!("{:?} is no address of a page", address.url));
        }
        let is_dialled = |phone: &String| {
            phone.bytes().any(|b| b.is_ascii_digit())
                && phone.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b' '))
        };
        if let Some(phone) = address.phone.as_ref().filter(|phone| !is_dialled(phone)) {
            return wrong(format!("{phone:?} is no telephone number"));
        }
        let is_code = |code: &String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
        if let Some(code) = address.countries.iter().find(|code| !is_code(code)) {
            return wrong(format!("{code:?} is no country"));
        }
    }
    let addresses: Vec<_> = list.address.into_iter().map(toml::Spanned::into_inner).collect();
    if !addresses.iter().any(|address| address.countries.is_empty()) {
        return Err(file.wrong(None, "one address of help has to be for everybody"));
    }
    Ok(addresses)
}

/// The addresses for somebody in `country`: those of the country first, then those for everybody.
pub(super) fn for_country(addresses: &[HelpAddress], country: Option<&str>) -> Vec<HelpAddressView> {
    let own = |address: &&HelpAddress| {
        country.is_some_and(|country| address.countries.iter().any(|code| code == country))
    };
    let view = |address: &HelpAddress| HelpAddressView {
        name: address.name.clone(),
        phone: address.phone.clone(),
        url: address.url.clone(),
    };
    let everybodys = addresses.iter().filter(|address| address.countries.is_empty());
    addresses.iter().filter(own).chain(everybodys).map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let everybody = "[[address]]\nname = \"A\"\nurl = \"https://a.example\"\n";
        for (more, line, said) in [
            ("[[address]]\nname = \" \"\nurl = \"https://b.example\"", 4, "needs a name"),
            ("[[address]]\nname = \"B\"\nurl = \"http://b.example\"", 4, "no address of a page"),
            (
                "[[address]]\nname = \"B\"\nurl = \"https://b.example\"\nphone = \"ring us\"",
                4,
                "no telephone number",
            ),
            ("[[address]]\nname = \"B\"\nurl = \"https://b.example\"\ncountries = [\"ee\"]", 4, "no country"),
        ] {
            std::fs::write(folder.path().join("help.toml"), format!("{everybody}{more}\n")).unwrap();
            let error = read(folder.path()).unwrap_err();
            assert_eq!(error.line, Some(line), "{error}");
            assert!(error.message.contains(said), "{error}");
        }
        let local = everybody.replace("url", "countries = [\"EE\"]\nurl");
        std::fs::write(folder.path().join("help.toml"), local).unwrap();
        assert!(read(folder.path()).unwrap_err().message.contains("for everybody"));
    }
}
