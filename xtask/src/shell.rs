//! Running programs, and seeing to it that they are there.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The folder of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// A program to be run in `folder`, relative to the repository.
pub fn program(name: &str, folder: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root().join(folder));
    command
}

/// Runs `command` and fails when it does.
pub fn run(command: &mut Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !status.success() {
        let reported =
            command.get_args().map(|argument| argument.to_string_lossy()).collect::<Vec<_>>().join(" ");
        bail!("{} {reported} failed: {status}", command.get_program().display());
    }
    Ok(())
}

/// Like [`run`] for a program whose last line of errors says why it failed: the error says so too.
pub fn run_and_report(command: &mut Command) -> Result<()> {
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    let mut last = String::new();
    for line in child.stderr.take().into_iter().flat_map(|errors| BufReader::new(errors).lines()) {
        last = line?;
        eprintln!("{last}");
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("{status}: {last}");
    }
    Ok(())
}

/// Runs cargo in the repository.
pub fn cargo(arguments: &[&str]) -> Result<()> {
    run(&mut program("cargo", "", arguments))
}

/// A program of the workspace as its tests have built it, to be run in the repository. One package alone asks less
/// of the crates that it shares than all do together: for `cargo run` most of them would be compiled once more.
pub fn tested(name: &str) -> Result<Command> {
    cargo(&["build", "--workspace", "--all-targets", "--quiet"])?;
    let mut command = Command::new(std::env::current_exe()?.with_file_name(name));
    command.current_dir(root());
    Ok(command)
}

/// Runs an npm script of the site.
pub fn npm(script: &str) -> Result<()> {
    run(&mut program("npm", "web", &["run", "--silent", script]))
}

/// Installs the site's packages when they are missing or older than the lock file.
pub fn npm_packages() -> Result<()> {
    if !on_path("node") || !on_path("npm") {
        bail!("Node.js 20 with npm is needed: https://nodejs.org, or apt-get install nodejs npm");
    }
    let web = root().join("web");
    let age = |path: PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let installed = age(web.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < age(web.join("package-lock.json")) {
        run(&mut program("npm", "web", &["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(())
}

/// Sees to it that a Debian package is there whose presence `present` tells: installs it when we are root,
/// and says what is missing otherwise.
pub fn debian_package(package: &str, present: impl Fn() -> bool) -> Result<()> {
    if present() {
        return Ok(());
    }
    let id = Command::new("id").arg("-u").output().context("cannot run id")?;
    if id.stdout.trim_ascii() != b"0" || !on_path("apt-get") {
        bail!("{package} is needed and not installed: apt-get install {package}");
    }
    println!("xtask: installing {package}");
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["update", "-qq"])?;
    apt(&["install", "-y", "-qq", "--no-install-recommends", package])?;
    if present() { Ok(()) } else { bail!("{package} was installed but is not found") }
}

/// Installs a Debian package with a program of its name where it can be had. What needs it is left out without it, and
/// says so.
pub fn optional_package(package: &str) {
    if let Err(error) = debian_package(package, || on_path(package)) {
        println!("xtask: {error:#}");
    }
}

/// Whether `name` is a program on the path.
pub fn on_path(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// PostgreSQL's server programs, which Debian keeps out of the path.
pub fn postgres() -> Result<()> {
    debian_package("postgresql", || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        on_path("initdb") || versions.into_iter().any(|entry| entry.path().join("bin/initdb").is_file())
    })
}

/// The browser of the end-to-end tests.
pub fn chromium() -> Result<()> {
    debian_package("chromium", || Path::new("/usr/bin/chromium").is_file())
}
