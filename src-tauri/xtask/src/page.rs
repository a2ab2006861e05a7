//! The page: installed, checked, tested and built with npm.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use crate::count::{self, Count};
use crate::project::{self, Done};
use crate::step::Log;

/// Whether the page's packages must be installed: never, or before the lock file last changed.
fn must_install() -> bool {
    let changed = |path: &Path| -> Option<SystemTime> { fs::metadata(path).ok()?.modified().ok() };
    let ui = project::ui();
    let installed = changed(&ui.join("node_modules/.package-lock.json"));
    installed.is_none() || changed(&ui.join("package-lock.json")) > installed
}

/// Installs the page's packages exactly as locked.
fn install() -> Command {
    let mut command = project::npm();
    command.args(["ci", "--no-audit", "--no-fund"]);
    command
}

/// A script of the page's `package.json`.
fn script(name: &str) -> Command {
    let mut command = project::npm();
    command.args(["run", name]);
    command
}

/// Builds the page, installing what that needs first.
pub(crate) fn build() -> Done {
    if must_install() {
        println!("Installing what the page is built with");
        project::must(&mut install())?;
    }
    println!("Building the page");
    project::must(&mut script("build"))
}

/// Whether `package.json` has the script.
fn has(script: &str) -> bool {
    fs::read_to_string(project::ui().join("package.json"))
        .is_ok_and(|text| text.contains(&format!("\"{script}\":")))
}

/// The page's part of the tests. Builds it too: the program's own build embeds the page.
pub(crate) fn test(log: &Log) -> Done<Count> {
    if must_install() {
        log.must("install", &mut install())?;
    }
    log.must("build", &mut script("build"))?;
    for name in ["check", "lint", "format:check"] {
        if has(name) {
            log.must(name, &mut script(name))?;
        }
    }
    let report = project::target().join("xtask/page.json");
    // A report of an earlier run must not stand in for this one's.
    if report.exists() {
        fs::remove_file(&report).map_err(|error| format!("{}: {error}", report.display()))?;
    }
    let mut tests = script("test");
    tests.args(["--", "--reporter=default", "--reporter=json"]);
    tests.arg(format!("--outputFile.json={}", report.display()));
    let finished = log.step("tests", &mut tests)?;
    let count = fs::read_to_string(&report)
        .ok()
        .and_then(|report| count::vitest(&report))
        .unwrap_or_default();
    if finished.ok || count.failed > 0 {
        Ok(count)
    } else {
        Err("the page's tests could not be run".to_owned())
    }
}

/// Writes the page's types anew, by the test that holds the committed ones current.
pub(crate) fn types() -> Done {
    let mut write = project::cargo();
    write.args([
        "test",
        "--quiet",
        "--package",
        "candor-agent",
        "--test",
        "bindings",
    ]);
    project::must(write.env("CANDOR_WRITE_BINDINGS", "1"))
}
