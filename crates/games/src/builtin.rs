//! The built-in games, built into the binary.

/// One of the built-in games.
#[derive(Debug, Clone, Copy)]
pub struct BuiltinGame {
    /// Name of its files: `content/games/{slug}.json`, `docs/par/{slug}.json`.
    pub slug: &'static str,
    /// The definition, for [`crate::Game::load`].
    pub definition: &'static str,
    /// The figures of its PAR sheet, see [`crate::par::Figures`].
    pub figures: &'static str,
}

/// Every built-in game.
pub const GAMES: [BuiltinGame; 19] = [
    BuiltinGame {
        slug: "solar-sails",
        definition: include_str!("../../../content/games/solar-sails.json"),
        figures: include_str!("../../../docs/par/solar-sails.json"),
    },
    BuiltinGame {
        slug: "koi-lanterns",
        definition: include_str!("../../../content/games/koi-lanterns.json"),
        figures: include_str!("../../../docs/par/koi-lanterns.json"),
    },
    BuiltinGame {
        slug: "honey-heist",
        definition: include_str!("../../../content/games/honey-heist.json"),
        figures: include_str!("../../../docs/par/honey-heist.json"),
    },
    BuiltinGame {
        slug: "aurora-roulette",
        definition: include_str!("../../../content/games/aurora-roulette.json"),
        figures: include_str!("../../../docs/par/aurora-roulette.json"),
    },
    BuiltinGame {
        slug: "deep-freeze",
        definition: include_str!("../../../content/games/deep-freeze.json"),
        figures: include_str!("../../../docs/par/deep-freeze.json"),
    },
    BuiltinGame {
        slug: "copper-canyon",
        definition: include_str!("../../../content/games/copper-canyon.json"),
        figures: include_str!("../../../docs/par/copper-canyon.json"),
    },
    BuiltinGame {
        slug: "velvet-noir",
        definition: include_str!("../../../content/games/velvet-noir.json"),
        figures: include_str!("../../../docs/par/velvet-noir.json"),
    },
    BuiltinGame {
        slug: "salt-and-thunder",
        definition: include_str!("../../../content/games/salt-and-thunder.json"),
        figures: include_str!("../../../docs/par/salt-and-thunder.json"),
    },
    BuiltinGame {
        slug: "clockwork-orchard",
        definition: include_str!("../../../content/games/clockwork-orchard.json"),
        figures: include_str!("../../../docs/par/clockwork-orchard.json"),
    },
    BuiltinGame {
        slug: "tidal-kings",
        definition: include_str!("../../../content/games/tidal-kings.json"),
        figures: include_str!("../../../docs/par/tidal-kings.json"),
    },
    BuiltinGame {
        slug: "moon-market",
        definition: include_str!("../../../content/games/moon-market.json"),
        figures: include_str!("../../../docs/par/moon-market.json"),
    },
    BuiltinGame {
        slug: "paper-dragons",
        definition: include_str!("../../../content/games/paper-dragons.json"),
        figures: include_str!("../../../docs/par/paper-dragons.json"),
    },
    BuiltinGame {
        slug: "glasshouse",
        definition: include_str!("../../../content/games/glasshouse.json"),
        figures: include_str!("../../../docs/par/glasshouse.json"),
    },
    BuiltinGame {
        slug: "polar-ascent",
        definition: include_str!("../../../content/games/polar-ascent.json"),
        figures: include_str!("../../../docs/par/polar-ascent.json"),
    },
    BuiltinGame {
        slug: "rune-ridge",
        definition: include_str!("../../../content/games/rune-ridge.json"),
        figures: include_str!("../../../docs/par/rune-ridge.json"),
    },
    BuiltinGame {
        slug: "prism-climb",
        definition: include_str!("../../../content/games/prism-climb.json"),
        figures: include_str!("../../../docs/par/prism-climb.json"),
    },
    BuiltinGame {
        slug: "icefall-baccarat",
        definition: include_str!("../../../content/games/icefall-baccarat.json"),
        figures: include_str!("../../../docs/par/icefall-baccarat.json"),
    },
    BuiltinGame {
        slug: "firefly-keno",
        definition: include_str!("../../../content/games/firefly-keno.json"),
        figures: include_str!("../../../docs/par/firefly-keno.json"),
    },
    BuiltinGame {
        slug: "caldera",
        definition: include_str!("../../../content/games/caldera.json"),
        figures: include_str!("../../../docs/par/caldera.json"),
    },
];
