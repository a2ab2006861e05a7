//! One step of a part: a command whose whole output goes to the part's log, with a line on the
//! screen that says how it went.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::project::{self, Done};

/// How often a long step says that it is still at work.
const STILL_RUNNING: Duration = Duration::from_secs(60);
/// How many lines of a failed step are shown.
const TAIL: usize = 80;

/// The log of one part.
pub(crate) struct Log {
    path: PathBuf,
}

/// What a step came to.
pub(crate) struct Finished {
    /// Whether the command ended well.
    pub(crate) ok: bool,
    /// All it wrote.
    pub(crate) output: String,
}

impl Log {
    /// Begins the log of a part anew.
    pub(crate) fn new(part: &str) -> Done<Self> {
        let folder = project::target().join("xtask");
        let path = folder.join(format!("{}.log", part.replace(' ', "-")));
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&path, ""))
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        Ok(Self { path })
    }

    /// Runs `command` to its end as the step `name`, and shows its last lines when it fails.
    pub(crate) fn step(&self, name: &str, command: &mut Command) -> Done<Finished> {
        let finished = self.quiet_step(name, command)?;
        if !finished.ok {
            self.show(&finished.output);
        }
        Ok(finished)
    }

    /// The same; a failure is left to the caller to tell.
    pub(crate) fn quiet_step(&self, name: &str, command: &mut Command) -> Done<Finished> {
        self.run(name, command)
            .map_err(|error| format!("{name}: {error} ({})", command.get_program().display()))
    }

    /// As [`Log::step`], where only success will do.
    pub(crate) fn must(&self, name: &str, command: &mut Command) -> Done {
        if self.step(name, command)?.ok {
            Ok(())
        } else {
            Err(format!("{name} failed"))
        }
    }

    fn run(&self, name: &str, command: &mut Command) -> std::io::Result<Finished> {
        let begun = Instant::now();
        let mut log = OpenOptions::new().append(true).open(&self.path)?;
        let arguments = command.get_args().map(|argument| argument.display());
        let words: Vec<_> = arguments.map(|argument| argument.to_string()).collect();
        writeln!(
            log,
            "$ {} {}",
            command.get_program().display(),
            words.join(" ")
        )?;
        let start = log.seek(SeekFrom::End(0))?;
        let mut child = command
            .env("CARGO_TERM_COLOR", "never")
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()?;
        let mut told = begun;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if told.elapsed() >= STILL_RUNNING {
                told = Instant::now();
                let output = self.since(start)?;
                let last = output.lines().rev().find(|line| !line.trim().is_empty());
                let last = last.unwrap_or_default().trim();
                println!("    {name}: {} … {last}", time(begun.elapsed()));
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let how = if status.success() { "ok" } else { "failed" };
        println!("    {name}: {how}, {}", time(begun.elapsed()));
        Ok(Finished {
            ok: status.success(),
            output: self.since(start)?,
        })
    }

    fn since(&self, start: u64) -> std::io::Result<String> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Shows the last lines of a step's output.
    pub(crate) fn show(&self, output: &str) {
        let lines: Vec<_> = output.lines().collect();
        let skipped = lines.len().saturating_sub(TAIL);
        println!("    ---- {} ----", self.path.display());
        if skipped > 0 {
            println!("    ({skipped} lines before these)");
        }
        for line in lines.iter().skip(skipped) {
            println!("    {line}");
        }
        println!("    ----");
    }
}

/// A time for people.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        format!("{:.1} s", time.as_secs_f32())
    } else {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::time;

    #[test]
    fn times_are_short() {
        assert_eq!(time(Duration::from_millis(1250)), "1.2 s");
        assert_eq!(time(Duration::from_secs(125)), "2 min 05 s");
    }
}
