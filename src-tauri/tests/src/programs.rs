//! Where the built programs are.

use std::path::PathBuf;

/// A program that cargo built beside the test that runs.
///
/// # Panics
///
/// When it was not built.
#[must_use]
pub fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    // The test is in `deps`, the programs are one folder up.
    let folder = test.ancestors().nth(2).expect("a test is two folders down");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(
        program.is_file(),
        "{} is not built: run `cargo build --workspace --all-targets` first, or `cargo xtask test`",
        program.display()
    );
    program
}
