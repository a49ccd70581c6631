//! Whether what is committed is all that a change needs: the checks, run in a clone that nothing was built in.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::shell::{program, root, run};

/// Clones what is committed and runs there what a build machine runs. Fails when something is not committed, for then
/// the clone would be another tree than the one that is checked.
pub fn check() -> Result<()> {
    let listed = program("git", "", &["status", "--porcelain"]).output().context("git")?;
    ensure!(listed.status.success(), "git status failed");
    let changed = String::from_utf8_lossy(&listed.stdout);
    ensure!(changed.is_empty(), "a clone has what is committed; this is not:\n{changed}");
    let clone = std::env::temp_dir().join(format!("croupier-clone-{}", std::process::id()));
    let checked = in_clone(&clone);
    if clone.exists() {
        std::fs::remove_dir_all(&clone).context("the clone cannot be removed")?;
    }
    checked
}

fn in_clone(clone: &Path) -> Result<()> {
    let (from, to) = (root(), clone.to_string_lossy());
    run(&mut program("git", "", &["clone", "--quiet", "--no-hardlinks", &from.to_string_lossy(), &to]))?;
    let mut checks = program(&clone.join(".ci/run").to_string_lossy(), "", &[]);
    // A target folder that is shared would hold what was built here.
    run(checks.current_dir(clone).env_remove("CARGO_TARGET_DIR"))
}
