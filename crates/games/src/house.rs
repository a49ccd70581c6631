//! The games of the house, built into the binary.

/// One of the house's games.
#[derive(Debug, Clone, Copy)]
pub struct HouseGame {
    /// Name of its files: `content/games/{slug}.json`.
    pub slug: &'static str,
    /// The definition, for [`crate::Game::load`].
    pub definition: &'static str,
}

/// Every game of the house.
pub const GAMES: [HouseGame; 4] = [
    HouseGame { slug: "solar-sails", definition: include_str!("../../../content/games/solar-sails.json") },
    HouseGame { slug: "koi-lanterns", definition: include_str!("../../../content/games/koi-lanterns.json") },
    HouseGame { slug: "honey-heist", definition: include_str!("../../../content/games/honey-heist.json") },
    HouseGame {
        slug: "aurora-roulette",
        definition: include_str!("../../../content/games/aurora-roulette.json"),
    },
];
