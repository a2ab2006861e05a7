//! Counts tests by what the test runners say they ran.

use std::ops::AddAssign;

/// How many tests there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// Ran and passed.
    pub(crate) passed: u64,
    /// Ran and failed.
    pub(crate) failed: u64,
    /// Did not run.
    pub(crate) skipped: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// Sums the `test result: ok. 3 passed; 0 failed; 1 ignored; …` lines of `cargo test`.
pub(crate) fn cargo(output: &str) -> Count {
    let mut count = Count::default();
    for line in output.lines() {
        let Some(result) = line.strip_prefix("test result: ") else {
            continue;
        };
        for part in result.split([';', '.']) {
            let mut words = part.split_whitespace();
            let Some(Ok(number)) = words.next().map(str::parse::<u64>) else {
                continue;
            };
            match words.next() {
                Some("passed") => count.passed += number,
                Some("failed") => count.failed += number,
                Some("ignored") => count.skipped += number,
                _ => {}
            }
        }
    }
    count
}

/// Counts the tests of `cargo test -- --list`.
pub(crate) fn listed(output: &str) -> u64 {
    let tests = output.lines().filter(|line| line.ends_with(": test"));
    tests.count().try_into().unwrap_or(u64::MAX)
}

/// Reads the totals at the start of vitest's JSON report; `None` when one is missing.
pub(crate) fn vitest(report: &str) -> Option<Count> {
    let number = |name: &str| -> Option<u64> {
        let after = report.split_once(&format!("\"{name}\":"))?.1.trim_start();
        let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    let suites_failed = number("numFailedTestSuites")?;
    let failed = number("numFailedTests")?;
    Some(Count {
        passed: number("numPassedTests")?,
        // A file that cannot even be loaded has no tests to fail.
        failed: if failed == 0 { suites_failed } else { failed },
        skipped: number("numPendingTests")? + number("numTodoTests")?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Count, cargo, listed, vitest};

    #[test]
    fn sums_cargos_results() {
        let output = "running 3 tests\ntest a ... ok\n\
            test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.01s\n\
            test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 10.50s\n";
        let count = Count {
            passed: 7,
            failed: 2,
            skipped: 1,
        };
        assert_eq!(cargo(output), count);
    }

    #[test]
    fn no_result_is_no_test() {
        assert_eq!(cargo("error: could not compile"), Count::default());
    }

    #[test]
    fn counts_a_list() {
        assert_eq!(listed("a::b: test\nc: test\n\n2 tests, 0 benchmarks\n"), 2);
    }

    #[test]
    fn reads_vitests_totals() {
        let report = r#"{"numTotalTestSuites":4,"numPassedTestSuites":4,"numFailedTestSuites":0,
            "numPendingTestSuites":0,"numTotalTests":9,"numPassedTests":7,"numFailedTests":0,
            "numPendingTests":2,"numTodoTests":0,"success":true,"testResults":[{"numPassedTests":99}]}"#;
        let count = Count {
            passed: 7,
            failed: 0,
            skipped: 2,
        };
        assert_eq!(vitest(report), Some(count));
        assert_eq!(vitest("{}"), None);
    }

    #[test]
    fn a_file_that_does_not_load_is_a_failure() {
        let report = r#"{"numFailedTestSuites":1,"numPassedTests":3,"numFailedTests":0,
            "numPendingTests":0,"numTodoTests":0}"#;
        assert_eq!(vitest(report).map(|count| count.failed), Some(1));
    }
}
