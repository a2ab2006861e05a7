//! No text for people stands in the code that speaks to them: all of them are in the catalogues, and
//! all that are there are said.

use super::catalogue::ENGLISH;

const CODE: [&str; 14] = [
    include_str!("../words.rs"),
    include_str!("../words/errors.rs"),
    include_str!("../words/proxy.rs"),
    include_str!("../connect.rs"),
    include_str!("../identity/check.rs"),
    include_str!("../log.rs"),
    include_str!("../present.rs"),
    include_str!("../agent/accounts.rs"),
    include_str!("../../../src/browser.rs"),
    include_str!("../../../src/commands/identity.rs"),
    include_str!("../../../src/notify/service.rs"),
    include_str!("../../../src/notify/words.rs"),
    include_str!("../../../src/shell.rs"),
    include_str!("../../../src/start.rs"),
];

/// What stands in quotation marks, in code that is no test, no comment, and tells nobody but the log.
fn literals(code: &str) -> Vec<&str> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let log = |line: &str| line.contains("tracing::") || line.contains("reason =");
    code.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .filter(|line| !log(line))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .collect()
}

/// Two words, as code has none: with a space between letters.
fn is_text(literal: &str) -> bool {
    let letters: Vec<char> = literal.chars().collect();
    letters
        .windows(3)
        .any(|three| matches!(three, [a, ' ', b] if a.is_alphabetic() && b.is_alphabetic()))
}

#[test]
fn no_text_for_people_stands_in_the_code() {
    let found: Vec<&str> = CODE
        .into_iter()
        .flat_map(literals)
        .filter(|literal| is_text(literal))
        .collect();
    assert!(found.is_empty(), "{found:?}");
    assert!(literals("say(\"Not sent yet\")").into_iter().any(is_text));
}

#[test]
fn all_that_is_in_the_catalogue_is_said() {
    let said: Vec<&str> = CODE.into_iter().flat_map(literals).collect();
    let never: Vec<&str> = super::catalogue::ids(ENGLISH)
        .into_iter()
        .filter(|id| !said.contains(id))
        .collect();
    assert!(never.is_empty(), "{never:?}");
}
