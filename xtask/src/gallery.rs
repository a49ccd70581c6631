//! `cargo xtask gallery`: pictures of every page, reported in `target/gallery/index.html`.

use anyhow::Result;

use crate::browser::in_browser;

#[derive(clap::Args)]
pub struct Arguments {
    /// Every screen of every brand.
    #[arg(long)]
    whole: bool,
    /// What is drawn becomes what the pages have to look like from now on.
    #[arg(long, conflicts_with = "whole")]
    keep: bool,
}

impl Arguments {
    /// Every screen of every brand; those that guard the build are compared.
    pub const WHOLE: Self = Self { whole: true, keep: false };
}

/// Draws what guards every change, on fewer screens than are drawn by hand.
pub fn everyday() -> Result<()> {
    in_browser("gallery", &[("CROUPIER_GALLERY", "everyday")])
}

/// Draws the pages that guard the build; with `--whole` every screen of every brand; with `--keep` what guards the
/// build is drawn and becomes what the pages have to look like from now on.
pub fn run(arguments: &Arguments) -> Result<()> {
    let extent = match arguments {
        Arguments { whole: true, .. } => "whole",
        Arguments { keep: true, .. } => "keep",
        _ => "guarded",
    };
    in_browser("gallery", &[("CROUPIER_GALLERY", extent)])?;
    println!("the report is target/gallery/index.html");
    Ok(())
}
