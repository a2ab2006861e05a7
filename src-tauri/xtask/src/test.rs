//! `cargo xtask test`: every test there is, in parts, and one line that says how it came out.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::count::{self, Count};
use crate::page;
use crate::peer::{self, Peer};
use crate::project::{self, Done};
use crate::screen::{Desktop, Keyring};
use crate::setup::{Purpose, setup};
use crate::step::{Log, time};

/// What a part came to.
enum Outcome {
    /// Something was checked that counts no tests.
    Checked,
    /// These tests ran.
    Ran(Count),
    /// Nothing could be run, for this reason; so many tests were left out.
    Skipped { tests: u64, why: String },
}

struct Part {
    name: &'static str,
    run: fn(&Log) -> Done<Outcome>,
}

/// In this order: what is quick to fail comes first, and what later parts are built from comes
/// before them. The page is built before anything of Rust, since the program embeds it.
const PARTS: &[Part] = &[
    Part {
        name: "system packages",
        run: system_packages,
    },
    Part {
        name: "format",
        run: format,
    },
    Part {
        name: "page",
        run: |log| page::test(log).map(Outcome::Ran),
    },
    Part {
        name: "build",
        run: build,
    },
    Part {
        name: "rust",
        run: rust,
    },
    Part {
        name: "peer",
        run: peer_tests,
    },
    Part {
        name: "keyring",
        run: keyring,
    },
    Part {
        name: "window",
        run: window,
    },
    Part {
        name: "lints",
        run: lints,
    },
    Part {
        name: "cuts",
        run: cuts,
    },
    Part {
        name: "network",
        run: network,
    },
    // The longest, and the last to fail for a slip.
    Part {
        name: "kills",
        run: kills,
    },
];

/// Runs the parts named, or all; stops after the first that fails.
pub(crate) fn test(names: &[OsString]) -> Done<ExitCode> {
    if let Some(unknown) = names
        .iter()
        .find(|name| PARTS.iter().all(|part| part.name != **name))
    {
        let known: Vec<_> = PARTS.iter().map(|part| part.name).collect();
        return Err(format!(
            "there is no part {}; the parts are: {}",
            unknown.display(),
            known.join(", ")
        ));
    }
    let begun = Instant::now();
    let mut total = Count::default();
    let mut summary = Vec::new();
    let mut failed = false;
    for part in PARTS {
        if !names.is_empty() && names.iter().all(|name| part.name != *name) {
            continue;
        }
        if failed {
            summary.push((part.name, "not run".to_owned(), Duration::ZERO));
            continue;
        }
        println!("{}", part.name);
        let begun = Instant::now();
        let (count, how) = judge(Log::new(part.name).and_then(|log| (part.run)(&log)));
        failed = count.failed > 0;
        total += count;
        let took = begun.elapsed();
        println!("{}: {how}, {}\n", part.name, time(took));
        summary.push((part.name, how, took));
    }
    for (name, how, took) in &summary {
        let how = how.lines().next().unwrap_or_default();
        println!("{name:<18}{:>14}  {how}", time(*took));
    }
    println!("{:<18}{:>14}\n", "all", time(begun.elapsed()));
    println!("{}", last_line(total));
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// What a part's outcome counts for, and how it is told. A part that fails without a failed test
/// counts as one failure, so that the last line can never look better than the run was.
fn judge(outcome: Done<Outcome>) -> (Count, String) {
    match outcome {
        Ok(Outcome::Checked) => (Count::default(), "ok".to_owned()),
        Ok(Outcome::Ran(count)) if count.passed + count.failed == 0 => {
            let count = Count { failed: 1, ..count };
            (count, "failed: no test was run".to_owned())
        }
        Ok(Outcome::Ran(count)) => {
            let how = if count.failed == 0 { "ok" } else { "failed" };
            (count, format!("{how}: {}", last_line(count)))
        }
        Ok(Outcome::Skipped { tests, why }) => {
            let count = Count {
                skipped: tests,
                ..Count::default()
            };
            (count, format!("skipped: {why}"))
        }
        Err(problem) => {
            let count = Count {
                failed: 1,
                ..Count::default()
            };
            (count, format!("failed: {problem}"))
        }
    }
}

fn last_line(count: Count) -> String {
    let Count {
        passed,
        failed,
        skipped,
    } = count;
    if skipped == 0 {
        format!("{passed} passed, {failed} failed")
    } else {
        format!("{passed} passed, {failed} failed, {skipped} skipped")
    }
}

fn system_packages(_: &Log) -> Done<Outcome> {
    setup(Purpose::Test).map(|()| Outcome::Checked)
}

fn format(log: &Log) -> Done<Outcome> {
    log.must(
        "cargo fmt",
        project::cargo().args(["fmt", "--all", "--", "--check", "--color=never"]),
    )?;
    Ok(Outcome::Checked)
}

/// Everything at once: the same features are then on for every later part, and nothing is built
/// twice.
fn build(log: &Log) -> Done<Outcome> {
    let mut build = project::cargo();
    build.args(["build", "--locked", "--workspace", "--all-targets"]);
    log.must("cargo build", &mut build)?;
    Ok(Outcome::Checked)
}

fn lints(log: &Log) -> Done<Outcome> {
    let mut clippy = project::cargo();
    clippy.args(["clippy", "--locked", "--workspace", "--all-targets"]);
    log.must("cargo clippy", clippy.args(["--", "--deny", "warnings"]))?;
    let mut clippy = project::cargo();
    clippy.args(["clippy", "--locked", "--workspace"]);
    for test in ["cuts", "keyring", "kills", "network", "peer", "window"] {
        clippy.args(["--test", test]);
    }
    clippy.args(["--", "--deny", "warnings"]);
    log.must("cargo clippy, tests from outside", &mut clippy)?;
    Ok(Outcome::Checked)
}

fn rust(log: &Log) -> Done<Outcome> {
    let mut tests = cargo_test();
    tests_of(log, tests.arg("--no-fail-fast"))
}

/// `cargo test` of the whole workspace: the tests from outside run only when named.
fn cargo_test() -> Command {
    let mut command = project::cargo();
    command.args(["test", "--locked", "--workspace"]);
    command
}

fn tests_of(log: &Log, command: &mut Command) -> Done<Outcome> {
    let finished = log.step("cargo test", command)?;
    let count = count::cargo(&finished.output);
    if finished.ok || count.failed > 0 {
        Ok(Outcome::Ran(count))
    } else {
        Err("the tests could not be run".to_owned())
    }
}

fn skipped(log: &Log, test: &str, why: String) -> Done<Outcome> {
    let mut list = cargo_test();
    list.args(["--test", test, "--", "--list"]);
    let finished = log.step("list", &mut list)?;
    if !finished.ok {
        return Err("the tests could not be listed".to_owned());
    }
    let tests = count::listed(&finished.output);
    Ok(Outcome::Skipped { tests, why })
}

fn peer_tests(log: &Log) -> Done<Outcome> {
    let python: PathBuf = match peer::install(log)? {
        Peer::Ready(python) => python,
        Peer::Missing(why) => return skipped(log, "peer", why),
    };
    build(log)?;
    let mut tests = cargo_test();
    tests
        .args(["--test", "peer"])
        .env("CANDOR_PEER_PYTHON", python);
    tests_of(log, &mut tests)
}

fn window(log: &Log) -> Done<Outcome> {
    if !cfg!(target_os = "linux") {
        return skipped(log, "window", "they are driven on Linux only".to_owned());
    }
    build(log)?;
    let desktop = Desktop::open()?;
    let mut tests = cargo_test();
    // One window at a time: they share a screen.
    tests.args(["--test", "window", "--", "--test-threads=1"]);
    tests_of(log, &mut desktop.command(&tests, Keyring::Ready))
}

/// The agent killed and cut off at hundreds of random moments.
fn kills(log: &Log) -> Done<Outcome> {
    build(log)?;
    let mut tests = cargo_test();
    tests_of(log, tests.args(["--test", "kills"]))
}

/// The agent over a network that goes wrong.
fn cuts(log: &Log) -> Done<Outcome> {
    build(log)?;
    let mut tests = cargo_test();
    // One at a time: each waits for what must come soon.
    tests_of(
        log,
        tests.args(["--test", "cuts", "--", "--test-threads=1"]),
    )
}

/// The ways to have a network of one's own: as root, or as root of a namespace.
const OWN_NETWORK: [&[&str]; 2] = [&["--net"], &["--user", "--map-root-user", "--net"]];

/// The agent on a machine that comes to another network.
fn network(log: &Log) -> Done<Outcome> {
    const TRY: &str = "ip link add out type veth peer name elsewhere";
    let may = |how: &&&[&str]| {
        let mut command = Command::new("unshare");
        command.args(**how).args(["sh", "-c", TRY]);
        command.output().is_ok_and(|tried| tried.status.success())
    };
    let Some(how) = OWN_NETWORK.iter().find(may) else {
        let why = "this machine gives nobody a network of their own".to_owned();
        return skipped(log, "network", why);
    };
    build(log)?;
    let tests = cargo_test();
    let mut command = project::command("unshare");
    command.args(*how).arg(tests.get_program());
    command.args(tests.get_args());
    tests_of(log, command.args(["--offline", "--test", "network"]))
}

/// The agent with a real keyring, in each state that one can be in.
fn keyring(log: &Log) -> Done<Outcome> {
    if !cfg!(target_os = "linux") {
        return skipped(log, "keyring", "they are run on Linux only".to_owned());
    }
    let desktop = Desktop::open()?;
    let mut count = Count::default();
    // The one that is locked is the one that was ready.
    for (keyring, state) in [
        (Keyring::Ready, "ready"),
        (Keyring::Locked, "keyring-locked"),
        (Keyring::Missing, "keyring-missing"),
    ] {
        let mut tests = cargo_test();
        tests.args(["--test", "keyring"]);
        tests.env("CANDOR_KEYRING", state);
        match tests_of(log, &mut desktop.command(&tests, keyring))? {
            Outcome::Ran(ran) => count += ran,
            other => return Ok(other),
        }
    }
    Ok(Outcome::Ran(count))
}

#[cfg(test)]
mod tests {
    use super::{Outcome, judge};
    use crate::count::Count;

    #[test]
    fn a_part_without_tests_fails() {
        let (count, how) = judge(Ok(Outcome::Ran(Count::default())));
        assert_eq!(count.failed, 1);
        assert_eq!(how, "failed: no test was run");
    }

    #[test]
    fn a_failed_check_counts_as_a_failure() {
        let (count, _) = judge(Err("cargo fmt failed".to_owned()));
        assert_eq!(count.failed, 1);
    }

    #[test]
    fn a_skipped_part_never_counts_as_passed() {
        let why = "PyPI cannot be reached".to_owned();
        let (count, how) = judge(Ok(Outcome::Skipped { tests: 9, why }));
        assert_eq!(
            count,
            Count {
                passed: 0,
                failed: 0,
                skipped: 9
            }
        );
        assert_eq!(how, "skipped: PyPI cannot be reached");
    }
}
