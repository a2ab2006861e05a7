//! Where the built programs are.

use std::path::PathBuf;

/// A program that cargo built beside the one that runs.
///
/// # Panics
///
/// When it was not built.
#[must_use]
pub fn built(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    // A test is in `deps`, one folder below the programs.
    let mut folders = own.ancestors().skip(1);
    let folder = folders.find(|folder| !folder.ends_with("deps"));
    let folder = folder.expect("a program is in a folder");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.is_file(),
        "{} is not built: run `cargo build --workspace --all-targets` first, or `cargo xtask test`",
        program.display()
    );
    program
}
