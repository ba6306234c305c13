//! A protected program: without arguments for its loader, with a license key by hand. See
//! docs/protect.md.

mod pinned;

use latchkey::{Client, Error, Kind, Options, Result};
use std::io::{IsTerminal, Read};

fn main() {
    if let Err(error) = run() {
        match error.kind {
            Kind::Line => eprintln!("Start this program with its loader, or with a license key."),
            _ => eprintln!("Not licensed: {error}"),
        }
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let mut options =
        Options::new(pinned::ADDRESS, pinned::NAME, pinned::OWNER_ID, pinned::VERSION, pinned::PUBLIC_KEYS);
    let key = std::env::args().nth(1);
    options.device_id = key.as_ref().and_then(|_| device_id().ok());
    let client = Client::new(options)?;
    let (client, account) = match key {
        Some(key) => {
            let account = client.license(&key, None)?;
            (client, account)
        }
        // A person would have to type the line.
        None if std::io::stdin().is_terminal() => return Err(Error::new(Kind::Line, "no-line")),
        None => {
            let client = client.from_loader(std::io::stdin())?;
            let account = client.check()?;
            (client, account)
        }
    };
    println!("Hello {}", account.username);
    if account.offline_until.is_none() {
        println!("The secret: {}", client.variable("secret")?);
    }
    Ok(())
}

/// Returns a random text that stays the same on this computer.
fn device_id() -> std::io::Result<String> {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).unwrap_or_default();
    let file = std::path::Path::new(&home).join(".my-app-device");
    if !file.exists() {
        let mut random = [0; 32];
        std::fs::File::open("/dev/urandom")?.read_exact(&mut random)?;
        std::fs::write(&file, random.iter().map(|byte| format!("{byte:02x}")).collect::<String>())?;
    }
    std::fs::read_to_string(file)
}
