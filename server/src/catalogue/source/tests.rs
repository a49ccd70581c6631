use std::fmt::Write as _;

use super::*;

fn file(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.to_owned(), text: text.to_owned() }
}

fn source(collections: &str, games: &str) -> Source {
    Source {
        providers: file("providers.toml", "[[provider]]\nid = \"acme\"\ntitle = \"Acme\"\n"),
        collections: file("collections.toml", collections),
        games: file("catalogue.toml", games),
        ..Source::default()
    }
}

const TWO: &str = "[[game]]\nidentifier = \"acme/b\"\ntitle = \"B\"\ncategories = [\"slots\"]\npopularity = 1\n\n\
                   [[game]]\nidentifier = \"acme/a\"\ntitle = \"A\"\ncategories = [\"slots\"]\ndemo = false\n";
const SLOTS: &str = "[[collection]]\nid = \"slots\"\ntitle = \"Slots\"\n";

#[test]
fn a_provider_names_origins_for_its_games() {
    let with = |origins: &str| {
        let mut source = source(SLOTS, TWO);
        writeln!(source.providers.text, "frame_origins = {origins}").unwrap();
        source.parse().map(|contents| contents.providers[0].frame_origins.clone())
    };
    assert_eq!(with(r#"["https://games.example"]"#).unwrap(), ["https://games.example"]);
    for wrong in [
        r#"["http://games.example"]"#,
        r#"["https://games.example/slots"]"#,
        r#"["https://a.example; script-src *"]"#,
    ] {
        assert!(with(wrong).unwrap_err().to_string().contains("providers.toml:4: "), "{wrong}");
    }
}

#[test]
fn games_get_their_positions_and_figures() {
    let mut source =
        source(&format!("{SLOTS}\n[[collection]]\nid = \"top\"\ntitle = \"T\"\ngames = [\"acme/a\"]\n"), TWO);
    source.tiles = Some(file("tiles.json", r##"{"a": {"accent": "#123456", "placeholder": "data:x"}}"##));
    let figures = r#"{"identifier": "acme/a", "rtp": "96.12", "hit_rate": null, "volatility": "high",
                      "max_win_x": "500.4", "version": 1, "jackpot": {"rtp_total": "99.12", "contribution_ppm": 30000}}"#;
    source.figures = vec![file("a.json", figures)];
    let contents = source.parse().unwrap();
    let [b, a] = &contents.games[..] else { panic!("two games") };
    assert_eq!(a.game.collections, BTreeMap::from([("slots".to_owned(), 2), ("top".to_owned(), 1)]));
    assert_eq!(a.game.categories, ["slots", "top"]);
    assert_eq!(b.game.collections, BTreeMap::from([("slots".to_owned(), 1)]));
    assert_eq!((a.game.rtp.as_deref(), a.game.max_win_x.as_deref()), (Some("96.12"), Some("500.4")));
    assert_eq!(
        (a.game.rtp_with_jackpot.as_deref(), b.game.rtp_with_jackpot.as_deref()),
        (Some("99.12"), None)
    );
    assert_eq!((a.game.accent.as_str(), b.game.accent.as_str()), ("#123456", DEFAULT_ACCENT));
    for listing in &contents.games {
        assert_eq!(listing.game.has_demo_mode, listing.game.currencies.contains_key(DEMO_CURRENCY));
    }
    assert!(b.game.has_demo_mode && !a.game.has_demo_mode);
    assert_eq!(b.game.preview, "/art/tiles/b-{width}.{format}");
}

#[test]
fn whatever_is_wrong_is_told_with_file_and_line() {
    let game = |rest: &str| format!("[[game]]\nidentifier = \"acme/a\"\ntitle = \"A\"\n{rest}");
    for (collections, games, beginning) in [
        (SLOTS, "[[game]]\nidentifier = 5".to_owned(), "catalogue.toml:2: "),
        (SLOTS, "[[game]\n".to_owned(), "catalogue.toml:1: "),
        (SLOTS, game("categories = []\ncolour = 1"), "catalogue.toml:5: unknown field"),
        (SLOTS, game("categories = [\"slots\", \"x\"]"), "catalogue.toml:4: the game names \"x\""),
        (
            SLOTS,
            game("categories = []\ncurrencies = [\n \"EUR\",\n \"XXX\"]"),
            "catalogue.toml:7: unknown currency",
        ),
        (
            SLOTS,
            game("categories = []\nblocked_countries = [\"de\"]"),
            "catalogue.toml:2: \"de\" is no country",
        ),
        (SLOTS, game("categories = []\ndevices = []"), "catalogue.toml:2: the game is built for no device"),
        (SLOTS, TWO.replace("acme/b", "acme/a"), "catalogue.toml:8: the game \"acme/a\" is there twice"),
        (SLOTS, TWO.replace("acme/b", "other/b"), "catalogue.toml:2: the game names the provider \"other\""),
        (SLOTS, TWO.replace("acme/b", "acme/B b"), "catalogue.toml:2: \"acme/B b\" is no identifier"),
        (
            "[[collection]]\nid = \"all\"\ntitle = \"x\"",
            TWO.to_owned(),
            "collections.toml:2: \"all\" is the list",
        ),
        (
            "[[collection]]\nid = \"A\"\ntitle = \"x\"",
            TWO.to_owned(),
            "collections.toml:2: \"A\" is no collection id",
        ),
        (
            "[[collection]]\nid = \"slots\"\ntitle = \"x\"\ngames = [\n  \"acme/a\",\n  \"acme/z\"]",
            TWO.to_owned(),
            "collections.toml:6: catalogue.toml does not have the game \"acme/z\"",
        ),
    ] {
        let error = source(collections, &games).parse().unwrap_err().to_string();
        assert!(error.starts_with(beginning), "{error:?} does not begin with {beginning:?}");
    }
}

#[test]
fn what_follows_in_a_collection_is_as_it_asks_for() {
    let games = format!(
        "{TWO}\n[[game]]\nidentifier = \"acme/c\"\ntitle = \"C\"\ncategories = [\"slots\"]\nreleased = \"2026-01-02\"\n"
    );
    let order = |follow: &str| {
        let contents =
            source(&format!("{SLOTS}games = [\"acme/a\"]\nfollow = \"{follow}\"\n"), &games).parse();
        let mut placed: Vec<(u32, String)> = Vec::new();
        for listing in contents.unwrap().games {
            placed.extend(listing.game.collections.get("slots").map(|at| (*at, listing.game.title.clone())));
        }
        placed.sort_unstable();
        placed.into_iter().map(|(_, title)| title).collect::<String>()
    };
    assert_eq!(["popular", "newest", "title", "nothing"].map(order), ["ABC", "ACB", "ABC", "A"]);
}
