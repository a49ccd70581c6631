//! `cargo xtask gallery`: pictures of every page, hung in `target/gallery/index.html`.

use anyhow::{Result, bail};

use crate::browser::in_browser;

/// Draws what guards every change, on fewer screens than are drawn by hand.
pub fn everyday() -> Result<()> {
    in_browser("gallery", &[("CROUPIER_GALLERY", "everyday")])
}

/// Draws the pages that guard the build; with `--whole` every screen of every brand; with `--keep` what guards the
/// build is drawn and becomes what the pages have to look like from now on.
pub fn run(arguments: &[String]) -> Result<()> {
    let extent = match arguments {
        [] => "guarded",
        [one] if one == "--whole" => "whole",
        [one] if one == "--keep" => "keep",
        _ => bail!("gallery takes --whole or --keep"),
    };
    in_browser("gallery", &[("CROUPIER_GALLERY", extent)])?;
    println!("the pictures hang in target/gallery/index.html");
    Ok(())
}
