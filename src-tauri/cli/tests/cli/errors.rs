//! Every failure is JSON on stdout and a sentence on stderr.

use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::cli;

#[test]
fn what_is_no_message_is_an_error() {
    let deep = "[".repeat(100_000);
    for input in [
        "",
        "not json",
        "{",
        "\"text\"",
        "12",
        "null",
        "{}",
        r#"{"id":"msg_1","text":"no role"}"#,
        r#"{"id":"msg_1","role":"bystander","text":"x"}"#,
        r#"[{"id":"msg_1","role":"company","text":"x"}, 3]"#,
        "[[]]",
        &deep,
    ] {
        let ran = cli().run_on(&["inspect"], input.as_bytes());
        assert_eq!(ran.error(), "invalid-message", "{input:.80}");
        assert_eq!(
            ran.lines.len(),
            1,
            "nothing else is printed for {input:.80}"
        );
    }
    let ran = cli().run_on(&["inspect"], b"{\"role\":\"company\",\"text\":\"\xff\"}");
    assert_eq!(ran.error(), "invalid-message");
}

#[test]
fn the_message_at_fault_is_named() {
    let ran = cli().run_on(
        &["inspect"],
        br#"[{"id":"a","role":"company","text":"x"}, 3]"#,
    );
    assert_eq!(ran.error(), "invalid-message");
    assert!(ran.told.contains("message 2"), "{ran:?}");
}

#[test]
fn input_without_end_is_refused() {
    let input = vec![b' '; 17 * 1024 * 1024];
    let ran = cli().run_on(&["inspect"], &input);
    assert_eq!(ran.error(), "invalid-message");
    assert!(ran.told.contains("larger"), "{ran:?}");
}

#[test]
fn a_command_line_that_is_none_is_a_usage_error() {
    for arguments in [
        &[][..],
        &["dance"],
        &["inspect", "--wrong"],
        &["chat"],
        &["chat", "shop.example"],
        &["discover"],
        &["identity", "--data", "x"],
        &["chat", "shop.example", "--data", "x", "--wait", "soon"],
        &[
            "chat",
            "shop.example",
            "--data",
            "x",
            "--secrets",
            "nowhere",
        ],
    ] {
        assert_eq!(cli().run(arguments).error(), "usage", "{arguments:?}");
    }
}

#[test]
fn help_is_help() {
    for arguments in [&["--help"][..], &["chat", "--help"], &["--version"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_candor-cli"));
        let output = command.args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("candor-cli"), "{arguments:?}: {text}");
    }
}

#[test]
fn a_domain_that_is_none_is_named() {
    for (domain, code) in [
        ("", "empty-domain"),
        ("shop", "not-a-domain"),
        ("127.0.0.1", "not-a-domain"),
        ("shop example", "not-a-domain"),
    ] {
        assert_eq!(cli().run(&["discover", domain]).error(), code, "{domain}");
        let ran = cli().run_on(&["inspect", "--company", domain], b"{}");
        assert_eq!(ran.error(), code, "{domain}");
    }
}

#[test]
fn a_poppy_file_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("poppy.json");
    let file = file.to_str().unwrap();
    let inspect = || cli().run_on(&["inspect", "--poppy", file], b"{}");
    assert_eq!(inspect().error(), "invalid-poppy", "it is not there");
    for text in ["", "nonsense", r#"{"organization":{},"organization":{}}"#] {
        std::fs::write(file, text).unwrap();
        let ran = inspect();
        assert_eq!(ran.error(), "invalid-poppy", "{text}");
        assert!(ran.told.contains(file), "{ran:?}");
    }
}

#[test]
fn a_network_file_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("network.json");
    let file = file.to_str().unwrap();
    let discover = || cli().run(&["discover", "shop.example", "--network", file]);
    assert_eq!(discover().error(), "network-file", "it is not there");
    for text in [
        "nonsense",
        "[]",
        "{}",
        r#"{"ca":"ca.pem"}"#,
        r#"{"ca":"ca.pem","hosts":{"shop.example":"nowhere"}}"#,
        r#"{"ca":"ca.pem","hosts":{"shop.example":"127.0.0.1:1"}}"#,
    ] {
        std::fs::write(file, text).unwrap();
        let ran = discover();
        assert_eq!(ran.error(), "network-file", "{text}");
        assert!(ran.told.contains(file), "{ran:?}");
    }
}

#[test]
fn a_data_folder_that_cannot_be_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    let ran = cli().run(&["chat", "shop.example", "--secrets=file", "--data", file]);
    assert_eq!(ran.error(), "folder-unusable", "{ran:?}");
}

/// A reader that leaves early, as `head -0` does.
#[test]
fn a_closed_output_is_no_panic() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_candor-cli"));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = command
        .args(["inspect", "--company", "not a domain"])
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(command);
    let mut told = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1), "it ends in an orderly way: {told}");
    assert!(!told.contains("panicked"), "{told}");
}
