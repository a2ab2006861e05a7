//! Builds the program's access list: the page may call our own commands and nothing else.

use tauri_build::{AppManifest, Attributes};

fn main() {
    let attributes = Attributes::new()
        .capabilities_path_pattern("src-tauri/capabilities/**/*")
        .app_manifest(
            AppManifest::new().permissions_path_pattern("src-tauri/permissions/**/*.toml"),
        );
    if let Err(error) = tauri_build::try_build(attributes) {
        println!("cargo::error={error:#}");
    }
}
