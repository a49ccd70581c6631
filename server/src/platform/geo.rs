//! Where a call comes from: the caller's address, and the country it lies in.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;

use anyhow::{Context, Result};
use axum::http::HeaderMap;
use ipnet::IpNet;

use crate::platform::client_ip::ClientIp;
use crate::platform::config::Config;

/// Knows which proxies to believe and where countries come from.
#[derive(Debug)]
pub struct Geo {
    trusted: Vec<IpNet>,
    country_header: Option<String>,
    region_header: Option<String>,
    database: Option<maxminddb::Reader<Vec<u8>>>,
    default_country: String,
}

/// Where one call comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The caller's address.
    pub address: ClientIp,
    /// ISO 3166-1; `None` when no source knows it.
    pub country: Option<String>,
    /// The part of the country, ISO 3166-2 without the country; `None` when no source knows it.
    pub region: Option<String>,
}

impl Geo {
    /// Reads the settings, and the country database when one is named.
    pub fn open(config: &Config) -> Result<Self> {
        let trusted = networks("trusted_proxies", &config.trusted_proxies)?;
        let database = config.mmdb.as_deref().map(read).transpose()?;
        Ok(Self {
            trusted,
            country_header: config.country_header.clone(),
            region_header: config.region_header.clone(),
            database,
            default_country: config.default_country.clone(),
        })
    }

    /// Where a call from `peer` with these headers comes from. Headers count only from a trusted proxy.
    pub fn origin(&self, peer: SocketAddr, headers: &HeaderMap) -> Origin {
        let address = self.client_ip(peer, headers);
        let trusted = self.is_trusted(peer.ip().into());
        let stated = trusted.then(|| self.stated_country(headers)).flatten();
        let country = stated.or_else(|| self.looked_up(address)).or_else(|| self.assumed(address));
        let region = trusted.then(|| self.stated_region(headers)).flatten();
        Origin { address, country, region }
    }

    /// The address that a call from `peer` with these headers comes from.
    ///
    /// Every proxy appends the address that called it, so `X-Forwarded-For` is read from its end: the first entry that
    /// is no proxy of ours is the caller. What stands before it is the caller's own text. An entry that cannot be
    /// read ends the list, and the last proxy before it counts as the caller.
    pub fn client_ip(&self, peer: SocketAddr, headers: &HeaderMap) -> ClientIp {
        let mut nearest = ClientIp::from(peer.ip());
        let mut entries = forwarded_for(headers).rev();
        while self.is_trusted(nearest) {
            let Some(entry) = entries.next().and_then(ClientIp::parse) else { break };
            nearest = entry;
        }
        nearest
    }

    /// Whether `address` is a proxy of ours.
    pub fn is_trusted(&self, address: ClientIp) -> bool {
        self.trusted.iter().any(|network| network.contains(&address.address()))
    }

    fn stated_country(&self, headers: &HeaderMap) -> Option<String> {
        let value = last(headers, self.country_header.as_deref()?)?;
        // XX and T1 are what proxies say for "unknown" and "through Tor".
        let known = value.len() == 2 && value.bytes().all(|b| b.is_ascii_alphabetic());
        (known && !value.eq_ignore_ascii_case("XX")).then(|| value.to_ascii_uppercase())
    }

    fn stated_region(&self, headers: &HeaderMap) -> Option<String> {
        let value = last(headers, self.region_header.as_deref()?)?;
        let known = (1..=3).contains(&value.len()) && value.bytes().all(|b| b.is_ascii_alphanumeric());
        known.then(|| value.to_ascii_uppercase())
    }

    fn looked_up(&self, address: ClientIp) -> Option<String> {
        let found = self.database.as_ref()?.lookup(address.address()).ok()?;
        let country: Option<maxminddb::geoip2::Country<'_>> = found.decode().ok()?;
        country?.country.iso_code.map(str::to_owned)
    }

    /// Without any source, visitors from this machine or its own network are taken to be at home.
    fn assumed(&self, address: ClientIp) -> Option<String> {
        let sourceless = self.database.is_none() && self.country_header.is_none();
        (sourceless && is_local(address.address())).then(|| self.default_country.clone())
    }
}

/// The entries of `X-Forwarded-For`, over all its lines; one that is no text is an empty one.
fn forwarded_for(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = &str> {
    let lines = headers.get_all("x-forwarded-for").into_iter();
    let entries = lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    entries.map(|entry| std::str::from_utf8(entry).unwrap_or_default())
}

/// The value of the last line of header `name`: a proxy that adds a line to a caller's own adds it at the end.
fn last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get_all(name).into_iter().next_back()?.to_str().ok().map(str::trim)
}

fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// The addresses and networks that the setting `name` lists.
pub fn networks(name: &str, texts: &[String]) -> Result<Vec<IpNet>> {
    let network = |text: &String| {
        let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.with_context(|| format!("{name} has {text:?}, and takes addresses and networks"))
    };
    texts.iter().map(network).collect()
}

fn read(path: &Path) -> Result<maxminddb::Reader<Vec<u8>>> {
    let cannot = || format!("mmdb: cannot read {}", path.display());
    let bytes = std::fs::read(path).with_context(cannot)?;
    maxminddb::Reader::from_source(bytes).with_context(cannot)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn origin(config: &Config, peer: &str, headers: &[(&'static str, &str)]) -> (String, Option<String>) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let peer = SocketAddr::new(peer.parse().unwrap(), 1);
        let origin = Geo::open(config).unwrap().origin(peer, &map);
        (origin.address.to_string(), origin.country)
    }

    fn behind_proxies() -> Config {
        Config {
            trusted_proxies: vec!["10.0.0.0/8".to_owned(), "127.0.0.1".to_owned()],
            country_header: Some("cf-ipcountry".to_owned()),
            ..Config::default()
        }
    }

    #[test]
    fn headers_count_only_from_a_trusted_proxy() {
        let config = behind_proxies();
        let headers = [("x-forwarded-for", "9.9.9.9, 198.51.100.7, 10.0.0.2"), ("cf-ipcountry", "nz")];
        for (peer, address, country) in [
            ("10.1.2.3", "198.51.100.7", Some("NZ")),
            ("127.0.0.1", "198.51.100.7", Some("NZ")),
            ("::ffff:10.1.2.3", "198.51.100.7", Some("NZ")),
            ("203.0.113.5", "203.0.113.5", None),
        ] {
            assert_eq!(
                origin(&config, peer, &headers),
                (address.to_owned(), country.map(str::to_owned)),
                "{peer}"
            );
        }
        assert_eq!(origin(&config, "127.0.0.1", &[("cf-ipcountry", "XX")]).1, None);
        assert_eq!(origin(&config, "127.0.0.1", &[("cf-ipcountry", "T1")]).1, None);
        // A source is configured and silent: nobody is taken to be at home.
        assert_eq!(origin(&config, "127.0.0.1", &[]), ("127.0.0.1".to_owned(), None));
    }

    #[test]
    fn the_caller_is_the_last_who_is_no_proxy_of_ours() {
        let config = behind_proxies();
        #[rustfmt::skip]
        let cases: [(&[&str], &str); 25] = [
            // lines of X-Forwarded-For                         caller
            (&["198.51.100.7"],                                 "198.51.100.7"),
            (&["6.6.6.6, 198.51.100.7"],                        "198.51.100.7"),
            (&["6.6.6.6, 198.51.100.7, 10.0.0.2"],              "198.51.100.7"),
            (&["6.6.6.6", "198.51.100.7"],                      "198.51.100.7"),
            (&["6.6.6.6", "198.51.100.7", "10.0.0.2"],          "198.51.100.7"),
            // What the caller sends is not read, whatever it is.
            (&["6.6.6.6, x, 198.51.100.7"],                     "198.51.100.7"),
            (&["x, 198.51.100.7"],                              "198.51.100.7"),
            (&["unknown, 198.51.100.7"],                        "198.51.100.7"),
            (&["6.6.6.6, , 198.51.100.7"],                      "198.51.100.7"),
            (&[", 198.51.100.7"],                               "198.51.100.7"),
            (&["", "198.51.100.7"],                             "198.51.100.7"),
            (&["6.6.6.6, \u{e9}, 198.51.100.7"],                "198.51.100.7"),
            (&["\u{e9}", "198.51.100.7"],                       "198.51.100.7"),
            (&["10.0.0.9, 198.51.100.7"],                       "198.51.100.7"),
            // Entries with a port or in brackets.
            (&["6.6.6.6, 198.51.100.7:4711"],                   "198.51.100.7"),
            (&["6.6.6.6, [2001:db8::1]:4711"],                  "2001:db8::1"),
            (&["6.6.6.6, \"[2001:db8::1]\", 10.0.0.2:80"],      "2001:db8::1"),
            (&["::ffff:198.51.100.7"],                          "198.51.100.7"),
            // Nothing behind an entry that cannot be read is believed: the last proxy before it is the caller.
            (&["6.6.6.6, x"],                                   "10.1.2.3"),
            (&["6.6.6.6, x, 10.0.0.2"],                         "10.0.0.2"),
            (&["6.6.6.6, "],                                    "10.1.2.3"),
            (&["6.6.6.6", ""],                                  "10.1.2.3"),
            (&["6.6.6.6, \u{e9}"],                              "10.1.2.3"),
            // Only proxies of ours, and nobody at all.
            (&["10.0.0.3, 10.0.0.2"],                           "10.0.0.3"),
            (&[],                                               "10.1.2.3"),
        ];
        for (lines, caller) in cases {
            let headers: Vec<_> = lines.iter().map(|line| ("x-forwarded-for", *line)).collect();
            assert_eq!(origin(&config, "10.1.2.3", &headers).0, caller, "{lines:?}");
            assert_eq!(origin(&config, "203.0.113.5", &headers).0, "203.0.113.5", "{lines:?}");
        }
    }

    #[test]
    fn the_last_country_counts_when_several_are_stated() {
        #[rustfmt::skip]
        let cases: [(&[&str], Option<&str>); 6] = [
            (&["CA"],           Some("CA")),
            (&["CA", "US"],     Some("US")),
            (&["US", "CA"],     Some("CA")),
            (&["CA", "XX"],     None),
            (&["CA", "\u{e9}"], None),
            (&["CA, US"],       None),
        ];
        for (lines, country) in cases {
            let headers: Vec<_> = lines.iter().map(|line| ("cf-ipcountry", *line)).collect();
            assert_eq!(origin(&behind_proxies(), "10.1.2.3", &headers).1.as_deref(), country, "{lines:?}");
        }
    }

    #[test]
    fn without_a_source_only_neighbours_have_a_country() {
        let config = Config::default();
        for (peer, country) in [
            ("127.0.0.1", Some("CA")),
            ("::1", Some("CA")),
            ("192.168.1.9", Some("CA")),
            ("203.0.113.5", None),
        ] {
            let found = origin(&config, peer, &[("cf-ipcountry", "NZ"), ("x-forwarded-for", "1.2.3.4")]);
            assert_eq!(found, (peer.to_owned(), country.map(str::to_owned)));
        }
    }

    #[test]
    fn a_region_is_told_by_a_trusted_proxy_only() {
        let config = Config { region_header: Some("cf-region-code".to_owned()), ..behind_proxies() };
        for (peer, header, region) in [
            ("10.1.2.3", "on", Some("ON")),
            ("10.1.2.3", "<b>", None),
            ("10.1.2.3", "", None),
            ("203.0.113.5", "ON", None),
        ] {
            let headers =
                HeaderMap::from_iter([("cf-region-code".parse().unwrap(), header.parse().unwrap())]);
            let peer = SocketAddr::new(peer.parse().unwrap(), 1);
            let origin = Geo::open(&config).unwrap().origin(peer, &headers);
            assert_eq!(origin.region.as_deref(), region, "{peer} {header}");
        }
    }

    #[test]
    fn a_bad_network_is_named() {
        let config = Config { trusted_proxies: vec!["10.0.0.0/99".to_owned()], ..Config::default() };
        assert!(format!("{:#}", Geo::open(&config).unwrap_err()).contains("10.0.0.0/99"));
    }
}
