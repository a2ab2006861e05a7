//! Sets the machine up: what Candor needs that neither cargo nor npm can bring.

use std::process::Command;

use crate::project::{Done, works};

/// What the machine is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To build the program and run it.
    Run,
    /// To run every test as well.
    Test,
}

/// A system package, and why it is needed.
#[derive(Clone, Copy)]
struct Package {
    name: &'static str,
    why: &'static str,
}

const fn package(name: &'static str, why: &'static str) -> Package {
    Package { name, why }
}

/// Debian's and Ubuntu's names.
const BUILD: &[Package] = &[
    package("build-essential", "the C compiler and linker Rust needs"),
    package("pkg-config", "finds the libraries below"),
    package("libwebkit2gtk-4.1-dev", "draws the window"),
];
const TEST: &[Package] = &[
    package("xvfb", "a screen for the window tests, seen by nobody"),
    package("webkit2gtk-driver", "drives the window in its tests"),
    package("dbus", "a session bus for the window tests"),
    package("gnome-keyring", "a real keyring for the window tests"),
    package("fonts-dejavu-core", "letters in the window tests"),
];
const PYTHON: Package = package(
    "python3-venv",
    "runs the Company that others wrote, which the peer tests talk to",
);

/// Makes the machine ready, or says what to do.
pub(crate) fn setup(purpose: Purpose) -> Done {
    node()?;
    if !cfg!(target_os = "linux") {
        if cfg!(target_os = "macos") {
            println!(
                "macOS needs Apple's command line tools: if a build fails, run xcode-select --install"
            );
        } else if cfg!(windows) {
            println!(
                "Windows needs the Microsoft C++ Build Tools (\"Desktop development with C++\") and \
                 the WebView2 runtime, which Windows 11 has already"
            );
        }
        return Ok(());
    }
    let mut wanted = BUILD.to_vec();
    if purpose == Purpose::Test {
        wanted.extend(TEST);
        if !works("python3", &["-c", "import ensurepip, venv"]) {
            wanted.push(PYTHON);
        }
    }
    if !works("dpkg-query", &["--version"]) || !works("apt-get", &["--version"]) {
        println!("This is not Debian or Ubuntu: please see that these, or what your system calls");
        println!("them, are installed:");
        list(&wanted);
        return Ok(());
    }
    wanted.retain(|package| !installed(package.name));
    if wanted.is_empty() {
        return Ok(());
    }
    install(&wanted)
}

fn list(packages: &[Package]) {
    for Package { name, why } in packages {
        println!("    {name:<24}{why}");
    }
}

fn installed(package: &str) -> bool {
    Command::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", package])
        .output()
        .is_ok_and(|output| output.status.success() && output.stdout == b"installed")
}

/// Installs packages with apt-get: as root directly, else through sudo, which may ask for the
/// password.
fn install(packages: &[Package]) -> Done {
    println!("These system packages are missing and are installed now:");
    list(packages);
    let names: Vec<_> = packages.iter().map(|package| package.name).collect();
    let by_hand = format!("sudo apt-get install {}", names.join(" "));
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !root && !works("sudo", &["--version"]) {
        return Err(format!(
            "Installing them needs an administrator. Ask one to run: {by_hand}"
        ));
    }
    let apt_get = |arguments: &[&str]| {
        let mut command = if root {
            Command::new("env")
        } else {
            let mut sudo = Command::new("sudo");
            sudo.arg("env");
            sudo
        };
        command
            .args(["DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet=2"])
            .args(["-o", "Dpkg::Use-Pty=0", "-o", "DPkg::Lock::Timeout=300"])
            .args(arguments)
            .status()
            .is_ok_and(|status| status.success())
    };
    // Stale lists are worth a try: the packages may still be there.
    if !apt_get(&["update"]) {
        println!("The package lists could not be updated; going on with those there are.");
    }
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(&names);
    if apt_get(&arguments) {
        Ok(())
    } else {
        Err(format!(
            "apt-get could not install them\nIts words are above. Once that is mended, run this again, \
             or run: {by_hand}"
        ))
    }
}

/// Node and npm build the page; every system installs them in its own way.
fn node() -> Done {
    let version = Command::new("node")
        .arg("--version")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default();
    let new_enough = node_version(&version).is_some_and(|found| {
        // What Vite asks for.
        (found >= (20, 19) && found.0 == 20) || found >= (22, 12)
    });
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if new_enough && works(npm, &["--version"]) {
        return Ok(());
    }
    let found = if version.is_empty() {
        "it was not found".to_owned()
    } else if new_enough {
        "npm was not found".to_owned()
    } else {
        format!("found {version}")
    };
    Err(format!(
        "Candor's page is built with Node.js 20.19 or later, or 22.12 or later, with npm ({found}).\n\
         Install it from your system's packages or as the Node.js project says, then run this again."
    ))
}

/// `v20.19.4` as (20, 19).
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix('v')?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::node_version;

    #[test]
    fn reads_node_versions() {
        assert_eq!(node_version("v20.19.4"), Some((20, 19)));
        assert_eq!(node_version("v22.12.0"), Some((22, 12)));
        assert_eq!(node_version(""), None);
        assert_eq!(node_version("v20"), None);
        assert_eq!(node_version("20.1.1"), None);
    }
}
