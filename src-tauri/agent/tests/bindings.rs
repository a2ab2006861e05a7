//! The page's types are generated from the Rust ones; this holds the committed files equal to them.
//! `CANDOR_WRITE_BINDINGS=1 cargo test -p candor-agent --test bindings` writes them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use candor_agent::error::ErrorReport;
use candor_agent::page::{
    AddOutcome, CompanyDeleted, ContextView, Conversation, ConversationItem, CoreEvent, Entry,
    EverythingDeleted, ExportFormat, Exported, Holding, HoldingsPage, IdentityView, LinkQuestion,
    Newer, Older, Overview, SearchPage, SearchScope, SettingsChange, SignInAsk, StorageView,
    Window,
};
use ts_rs::{Config, TS};

/// Everything the page's commands give, with all it is made of.
fn export(folder: &Path) {
    let config = Config::new().with_out_dir(folder).with_large_int("number");
    AddOutcome::export_all(&config).unwrap();
    CompanyDeleted::export_all(&config).unwrap();
    ContextView::export_all(&config).unwrap();
    Conversation::export_all(&config).unwrap();
    ConversationItem::export_all(&config).unwrap();
    CoreEvent::export_all(&config).unwrap();
    Entry::export_all(&config).unwrap();
    EverythingDeleted::export_all(&config).unwrap();
    ErrorReport::export_all(&config).unwrap();
    ExportFormat::export_all(&config).unwrap();
    Exported::export_all(&config).unwrap();
    Holding::export_all(&config).unwrap();
    HoldingsPage::export_all(&config).unwrap();
    IdentityView::export_all(&config).unwrap();
    LinkQuestion::export_all(&config).unwrap();
    Newer::export_all(&config).unwrap();
    Older::export_all(&config).unwrap();
    Overview::export_all(&config).unwrap();
    SearchPage::export_all(&config).unwrap();
    SearchScope::export_all(&config).unwrap();
    SettingsChange::export_all(&config).unwrap();
    SignInAsk::export_all(&config).unwrap();
    StorageView::export_all(&config).unwrap();
    Window::export_all(&config).unwrap();
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return BTreeMap::new();
    };
    entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn committed_bindings_are_current() {
    let committed = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/lib/bindings");
    if std::env::var_os("CANDOR_WRITE_BINDINGS").is_some() {
        let _ = std::fs::remove_dir_all(&committed);
        export(&committed);
    }
    let fresh = tempfile::tempdir().unwrap();
    export(fresh.path());
    let (made, kept) = (files(fresh.path()), files(&committed));
    assert!(!made.is_empty(), "no types were exported");
    assert!(
        !made.values().any(|text| text.contains("bigint")),
        "JSON numbers are `number` in the page, never `bigint`"
    );
    assert_eq!(
        made, kept,
        "ui/src/lib/bindings is out of date: see the top of this file"
    );
}
