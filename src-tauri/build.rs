//! Builds the program's access list: the page may call our own commands and nothing else.

use tauri_build::{AppManifest, Attributes};

fn main() {
    // tauri-build watches its own default folders only; a list that is not built in again leaves
    // the page without the newest commands.
    println!("cargo::rerun-if-changed=src-tauri/permissions");
    println!("cargo::rerun-if-changed=src-tauri/capabilities");
    let attributes = Attributes::new()
        .capabilities_path_pattern("src-tauri/capabilities/**/*")
        .app_manifest(
            AppManifest::new().permissions_path_pattern("src-tauri/permissions/**/*.toml"),
        );
    if let Err(error) = tauri_build::try_build(attributes) {
        println!("cargo::error={error:#}");
    }
}
