//! Verified client of a Latchkey license service.
//!
//! Each answer is verified before it is parsed: its Ed25519 signature over the raw bytes, then that
//! it belongs to this request, this operation and this application. The crate prints nothing, keeps
//! no global state and never ends the process. `docs/protect.md` shows how to use it.

mod content;
mod http;
#[cfg(test)]
mod tests;

use content::{is_line, parse, text, to_account, to_features, to_pass, to_seconds};
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{mpsc, Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub use http::UreqTransport;

const MAX_BODY: usize = 1024 * 1024;
const MAX_LINE: u64 = 64 * 1024;
const MAX_PASS: usize = 16_384;
const FRESH_SECONDS: u64 = 120;
const BEHIND_SECONDS: u64 = 300;
const PASS_DOMAIN: &[u8] = b"latchkey-pass-v1\n";

/// What a program may do after an error. Only `Network` may let it continue offline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The service said no.
    Refused,
    /// No service answered.
    Network,
    /// An answer, pass or file that must not be used.
    Signature,
    /// This computer's clock is wrong.
    Clock,
    /// The program was not started by its loader.
    Line,
    /// An option of the client is invalid.
    Options,
}

/// `reason` is stable, such as `bad-credentials`. `message` is the service's text for people.
#[derive(Clone, Debug)]
pub struct Error {
    pub kind: Kind,
    pub reason: String,
    pub message: String,
    pub retry_after: Option<f64>,
}

impl Error {
    pub fn new(kind: Kind, reason: &str) -> Self {
        Error { kind, reason: reason.into(), message: String::new(), retry_after: None }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let separator = if self.message.is_empty() { "" } else { ": " };
        write!(f, "{}{separator}{}", self.reason, self.message)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

/// An active subscription. `expires` is in unix seconds, if known.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscription {
    pub name: String,
    pub level: String,
    pub expires: Option<i64>,
}

/// The signed-in user. `offline_until` is set if no service answered and an offline pass decided.
#[derive(Clone, Debug, Default)]
pub struct Account {
    pub username: String,
    pub subscriptions: Vec<Subscription>,
    pub offline_until: Option<u64>,
    /// A missing one means no.
    pub features: Features,
}

/// The value of a feature.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    YesNo(bool),
    Number(f64),
    Text(String),
}

/// What the user has, by name.
pub type Features = BTreeMap<String, Feature>;

/// A file that the service offers. `path` is relative to its address.
#[derive(Clone, Debug)]
pub struct File {
    pub size: u64,
    pub sha256: String,
    pub path: String,
}

/// The content of an offline pass. Times are unix seconds.
#[derive(Clone, Debug)]
pub struct OfflinePass {
    pub username: String,
    pub device_id: String,
    pub subscriptions: Vec<Subscription>,
    pub issued: u64,
    pub until: u64,
    /// Those at the time of the check.
    pub features: Features,
}

/// A POST with a form, or a GET without one. `url` and `form` have secrets.
pub struct Request<'a> {
    pub url: &'a str,
    pub form: Option<&'a str>,
    /// For the whole exchange, with the body.
    pub timeout: Duration,
}

/// `headers` has names in lower case. An error of `body` counts as `interrupted`, unless it wraps an [`Error`].
pub struct Response {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Box<dyn Read + Send>,
}

/// The HTTP stack. It must follow no redirects.
pub trait Transport: Send + Sync {
    fn send(&self, request: &Request<'_>) -> Result<Response>;
}

#[derive(Clone, Debug)]
pub struct Options {
    /// https, or http for 127.0.0.1 and \[::1\].
    pub address: String,
    pub name: String,
    pub owner_id: String,
    pub version: String,
    /// 64 hex characters each.
    pub public_keys: Vec<String>,
    pub device_id: Option<String>,
    /// `false` is for services that echo no challenge: then the clock proves freshness.
    pub challenge: bool,
    pub timeout: Duration,
    pub download_timeout: Duration,
}

impl Options {
    pub fn new(address: &str, name: &str, owner_id: &str, version: &str, public_keys: &[&str]) -> Self {
        Options {
            address: address.into(),
            name: name.into(),
            owner_id: owner_id.into(),
            version: version.into(),
            public_keys: public_keys.iter().map(|key| key.to_string()).collect(),
            device_id: None,
            challenge: true,
            timeout: Duration::from_secs(15),
            download_timeout: Duration::from_secs(600),
        }
    }
}

/// A client with one session. Threads may share it.
pub struct Client {
    options: Options,
    keys: Vec<VerifyingKey>,
    transport: Box<dyn Transport>,
    clock: Box<dyn Fn() -> u64 + Send + Sync>,
    new_challenge: Box<dyn Fn() -> String + Send + Sync>,
    session: Mutex<Option<String>>,
    newest: AtomicU64,
    launched_offline: bool,
    pass: Option<String>,
    choices: BTreeMap<String, String>,
    features: Features,
}

type Fields<'a> = Vec<(&'a str, &'a str)>;

impl Client {
    pub fn new(options: Options) -> Result<Self> {
        Self::with(options, Box::new(UreqTransport::default()), Box::new(unix_seconds))
    }

    /// Like `new`, with another HTTP stack and clock. The clock returns unix seconds.
    pub fn with(
        mut options: Options,
        transport: Box<dyn Transport>,
        clock: Box<dyn Fn() -> u64 + Send + Sync>,
    ) -> Result<Self> {
        let keys: Option<Vec<_>> = options.public_keys.iter().map(|key| content::read_key(key)).collect();
        let keys = keys.filter(|keys| !keys.is_empty()).ok_or(Error::new(Kind::Options, "bad-options"))?;
        if !content::is_service_address(&options.address) {
            return Err(Error::new(Kind::Options, "bad-options"));
        }
        options.address.truncate(options.address.trim_end_matches('/').len());
        Ok(Client {
            options,
            keys,
            transport,
            clock,
            new_challenge: Box::new(|| content::base64url(&random::<32>())),
            session: Mutex::new(None),
            newest: AtomicU64::new(0),
            launched_offline: false,
            pass: None,
            choices: BTreeMap::new(),
            features: Features::new(),
        })
    }

    /// Adopts the session of the loader's line, usually from `std::io::stdin()`. Reasons of kind
    /// `Line`: `no-line` and `other-service`.
    pub fn from_loader(mut self, input: impl Read) -> Result<Self> {
        let no_line = || Error::new(Kind::Line, "no-line");
        let mut bytes = Vec::new();
        input.take(MAX_LINE + 1).read_to_end(&mut bytes).map_err(|_| no_line())?;
        let is_valid = bytes.len() as u64 <= MAX_LINE && !bytes.starts_with(b"\xef\xbb\xbf");
        let line = parse(&bytes).filter(|line| is_valid && is_line(line)).ok_or_else(no_line)?;
        let more = line["publicKeys"].as_array().cloned().unwrap_or_default();
        let offered = [&line["publicKey"]].into_iter().chain(&more).filter_map(Value::as_str);
        let shares_key =
            !line["publicKey"].is_null() && offered.filter_map(content::read_key).any(|key| self.keys.contains(&key));
        let is_same = text(&line, "baseUrl")?.trim_end_matches('/') == self.options.address
            && line["name"] == *self.options.name
            && line["ownerid"] == *self.options.owner_id
            && line["challenge"] == "required";
        if !is_same || !shares_key {
            return Err(Error::new(Kind::Line, "other-service"));
        }
        let session = line["sessionid"].as_str().map(String::from);
        self.launched_offline = session.is_none();
        self.session = Mutex::new(session);
        self.pass = line["offline"].as_str().map(String::from);
        for (name, value) in line["options"].as_object().into_iter().flatten() {
            self.choices.insert(name.clone(), value.as_str().unwrap_or_default().into());
        }
        self.features = to_features(&line["features"]);
        Ok(self)
    }

    /// The features in the loader's line, before the first check. Anyone can write the line.
    pub fn line_features(&self) -> &Features {
        &self.features
    }

    /// What the user chose in the loader. Check each value: anyone can write the line.
    pub fn choices(&self) -> &BTreeMap<String, String> {
        &self.choices
    }

    /// Signs in. The reason `code-needed` asks for a one-time code.
    pub fn login(&self, username: &str, password: &str, code: Option<&str>) -> Result<Account> {
        self.sign_in("login", vec![("username", username), ("pass", password)], ("code", code))
    }

    /// Signs in with a license key alone. Its first use creates the user.
    pub fn license(&self, key: &str, code: Option<&str>) -> Result<Account> {
        self.sign_in("license", vec![("key", key)], ("code", code))
    }

    /// Creates a user with an unused key.
    pub fn register(&self, username: &str, password: &str, key: &str, email: Option<&str>) -> Result<Account> {
        let fields = vec![("username", username), ("pass", password), ("key", key)];
        self.sign_in("register", fields, ("email", email))
    }

    /// Creates a user with the free trial of the application, once for each computer.
    pub fn trial(&self, username: &str, password: &str) -> Result<Account> {
        self.sign_in("trial", vec![("username", username)], ("pass", Some(password)))
    }

    /// Adds a key's time to a user, and returns the new end in unix seconds if it is known.
    pub fn redeem(&self, username: &str, key: &str) -> Result<Option<i64>> {
        let answer = self.call("upgrade", vec![("username", username), ("key", key)], true)?;
        let end = |given: &Value| to_seconds(given).ok().flatten();
        Ok(end(&answer["redeemed"]["until"]).or_else(|| end(&answer["expiry"])))
    }

    /// Returns the signed-in user. If nothing answers, the loader's offline pass decides.
    pub fn check(&self) -> Result<Account> {
        match (self.call("check", vec![], false), &self.pass) {
            (Ok(answer), _) => Ok(to_account(&answer).unwrap_or_default()),
            (Err(error), Some(pass)) if error.kind == Kind::Network => {
                let OfflinePass { username, subscriptions, until, features, .. } = self.verify_pass(pass)?;
                Ok(Account { username, subscriptions, offline_until: Some(until), features })
            }
            (Err(error), _) => Err(error),
        }
    }

    pub fn logout(&self) -> Result<()> {
        self.call("logout", vec![], false)?;
        *self.session.lock().unwrap() = None;
        Ok(())
    }

    /// Returns a variable of the application.
    pub fn variable(&self, name: &str) -> Result<String> {
        text(&self.call("var", vec![("varid", name)], false)?, "message")
    }

    /// Returns a variable of the signed-in user.
    pub fn user_variable(&self, name: &str) -> Result<String> {
        text(&self.call("getvar", vec![("var", name)], false)?, "response")
    }

    pub fn set_user_variable(&self, name: &str, value: &str) -> Result<()> {
        self.call("setvar", vec![("var", name), ("data", value)], false).map(drop)
    }

    /// Writes a line to the application's log.
    pub fn log(&self, message: &str) -> Result<()> {
        self.call("log", vec![("message", message)], false).map(drop)
    }

    /// Calls a webhook of the seller. All parameters but `id` may be empty.
    pub fn webhook(&self, id: &str, params: &str, body: &str, content_type: &str) -> Result<String> {
        let mut fields = vec![("webid", id), ("params", params), ("body", body), ("conttype", content_type)];
        fields.retain(|(_, value)| !value.is_empty());
        text(&self.call("webhook", fields, false)?, "response")
    }

    /// Bans the signed-in user, and this computer if it is bound to the user.
    pub fn ban(&self, reason: &str) -> Result<()> {
        let mut fields = vec![("reason", reason)];
        fields.extend(self.options.device_id.as_deref().map(|device| ("hwid", device)));
        self.call("ban", fields, false).map(drop)
    }

    pub fn file(&self, id: &str) -> Result<File> {
        let answer = self.call("file", vec![("fileid", id)], false)?;
        let size = content::whole(&answer["size"]).ok_or_else(bad_reply)?;
        Ok(File { size, sha256: text(&answer, "sha256")?, path: text(&answer, "download")? })
    }

    /// Writes a file and returns its size. The content is verified at the end: discard what was
    /// written after an error. An error of `output` has the kind `Options`.
    pub fn download(&self, id: &str, output: &mut dyn Write) -> Result<u64> {
        let file = self.file(id)?;
        if !file.path.starts_with('/') || file.path[1..].starts_with(['/', '\\']) {
            return Err(bad_reply());
        }
        let url = format!("{}{}", self.options.address, file.path);
        let request = Request { url: &url, form: None, timeout: self.options.download_timeout };
        let mut response = http::without_redirect(self.transport.send(&request)?)?;
        match response.status {
            200 => {}
            500.. => return Err(Error::new(Kind::Network, "server-down")),
            _ => return Err(Error::new(Kind::Signature, "bad-download")),
        }
        let (mut size, mut hash, mut buffer) = (0, Sha256::new(), [0; 65_536]);
        loop {
            let count = response.body.read(&mut buffer).map_err(http::fault_of_read)?;
            size += count as u64;
            if size > file.size {
                return Err(Error::new(Kind::Signature, "bad-download"));
            }
            if count == 0 {
                break;
            }
            hash.update(&buffer[..count]);
            let written = output.write_all(&buffer[..count]);
            written
                .map_err(|error| Error { message: error.to_string(), ..Error::new(Kind::Options, "not-written") })?;
        }
        if size != file.size || content::hex(&hash.finalize()) != file.sha256.to_lowercase() {
            return Err(Error::new(Kind::Signature, "bad-download"));
        }
        Ok(size)
    }

    /// Returns the content of an offline pass for this application, computer and time.
    pub fn verify_pass(&self, pass: &str) -> Result<OfflinePass> {
        let invalid = || Error::new(Kind::Signature, "pass-invalid");
        let parts = pass.split_once('.').filter(|_| pass.len() <= MAX_PASS).ok_or_else(invalid)?;
        let json = content::from_base64url(parts.0).ok_or_else(invalid)?;
        let signature = content::from_base64url(parts.1).ok_or_else(invalid)?;
        if !self.verifies(&[PASS_DOMAIN, &json].concat(), &signature) {
            return Err(invalid());
        }
        let now = (self.clock)();
        let found = parse(&json).and_then(|json| to_pass(&json, &self.options, now)).ok_or_else(invalid)?;
        if self.options.device_id.as_ref().is_some_and(|device| *device != found.device_id) {
            Err(Error::new(Kind::Signature, "other-device"))
        } else if now >= found.until {
            Err(Error::new(Kind::Refused, "pass-expired"))
        } else if now + BEHIND_SECONDS < found.issued {
            Err(Error::new(Kind::Clock, "clock-behind"))
        } else {
            Ok(found)
        }
    }

    /// Checks in a thread, and calls `report` after each check, until the result is dropped. The
    /// interval varies by a fifth, so that programs do not ask together.
    pub fn watch(self: &Arc<Self>, every: Duration, report: impl Fn(Result<Account>) + Send + 'static) -> Watch {
        let (stop, stopped) = mpsc::channel::<()>();
        let client = Arc::clone(self);
        std::thread::spawn(move || loop {
            let share = f64::from(u16::from_le_bytes(random::<2>())) / 65_536.0;
            let wait = every.mul_f64(0.8 + 0.4 * share);
            if stopped.recv_timeout(wait) != Err(mpsc::RecvTimeoutError::Timeout) {
                return;
            }
            let result = client.check();
            if stopped.try_recv() != Err(mpsc::TryRecvError::Empty) {
                return;
            }
            report(result);
        });
        Watch { _stop: stop }
    }

    fn sign_in<'a>(
        &'a self,
        operation: &str,
        mut fields: Fields<'a>,
        last: (&'a str, Option<&'a str>),
    ) -> Result<Account> {
        fields.extend(last.1.map(|value| (last.0, value)));
        fields.extend(self.options.device_id.as_deref().map(|device| ("hwid", device)));
        to_account(&self.call(operation, fields, true)?)
    }

    /// A sign-in whose session is gone is sent once more, in a new session.
    fn call(&self, operation: &str, fields: Fields<'_>, signs_in: bool) -> Result<Value> {
        if self.launched_offline {
            return Err(Error::new(Kind::Network, "unreachable"));
        }
        let mut retries = if signs_in { 1 } else { 0 };
        loop {
            let session = self.open()?;
            let with_session = [&fields[..], &[("sessionid", &session)]].concat();
            match self.exchange(operation, &with_session) {
                Err(error) if error.reason == "session-gone" => {
                    let mut current = self.session.lock().unwrap();
                    if current.as_deref() == Some(&session) {
                        *current = None;
                    }
                    if retries == 0 {
                        return Err(error);
                    }
                    retries -= 1;
                }
                result => return result,
            }
        }
    }

    fn open(&self) -> Result<String> {
        let mut session = self.session.lock().unwrap();
        if let Some(open) = &*session {
            return Ok(open.clone());
        }
        let answer = self.exchange("init", &[("ver", &self.options.version)])?;
        let opened = text(&answer, "sessionid")?;
        if opened.is_empty() || opened.len() > 200 {
            return Err(bad_reply());
        }
        *session = Some(opened.clone());
        Ok(opened)
    }

    fn exchange(&self, operation: &str, fields: &[(&str, &str)]) -> Result<Value> {
        let challenge = self.options.challenge.then(&self.new_challenge);
        let id = |key: &VerifyingKey| content::hex(&Sha256::digest(key.as_bytes())[..8]);
        let ids = self.keys.iter().take(3).map(id).collect::<Vec<_>>().join(",");
        let mut fields = fields.to_vec();
        fields.extend([("type", operation), ("name", &self.options.name), ("ownerid", &self.options.owner_id)]);
        fields.push(("keys", &ids));
        fields.extend(challenge.as_deref().map(|challenge| ("challenge", challenge)));
        let not_before = self.newest.load(Ordering::SeqCst);
        let (url, form) = (format!("{}/api/1.3/", self.options.address), content::encode_form(&fields));
        let request = Request { url: &url, form: Some(&form), timeout: self.options.timeout };
        let mut response = http::without_redirect(self.transport.send(&request)?)?;
        let mut body = Vec::new();
        let limited = response.body.by_ref().take(MAX_BODY as u64 + 1).read_to_end(&mut body);
        limited.map_err(http::fault_of_read)?;
        if body.len() > MAX_BODY {
            return Err(bad_reply());
        }
        self.read(operation, challenge.as_deref(), not_before, &response, &body)
    }

    /// SECURITY: signature over the raw bytes first, then JSON, freshness, application and content.
    fn read(
        &self,
        operation: &str,
        challenge: Option<&str>,
        not_before: u64,
        response: &Response,
        body: &[u8],
    ) -> Result<Value> {
        let bad_signature = || Error::new(Kind::Signature, "bad-signature");
        let header = |name: &str| response.headers.get(name);
        let (Some(timestamp), Some(signature)) = (header("x-signature-timestamp"), header("x-signature-ed25519"))
        else {
            return Err(http::fault_of_unsigned(response, body));
        };
        let is_digits = (1..=13).contains(&timestamp.len()) && timestamp.bytes().all(|byte| byte.is_ascii_digit());
        let signature = content::from_hex(signature).filter(|_| is_digits).ok_or_else(bad_signature)?;
        if !self.verifies(&[timestamp.as_bytes(), body].concat(), &signature) {
            return Err(bad_signature());
        }
        let signed_at: u64 = timestamp.parse().map_err(|_| bad_signature())?;
        let answer = parse(body);
        if response.status >= 500 {
            return Err(Error::new(Kind::Network, "server-down"));
        }
        if let Some(challenge) = challenge {
            let echo = answer.as_ref().ok_or_else(bad_signature)?;
            if echo["challenge"] != challenge || echo["type"] != operation || echo["name"] != *self.options.name {
                return Err(bad_signature());
            }
        } else if (self.clock)().abs_diff(signed_at) > FRESH_SECONDS {
            return Err(Error::new(Kind::Clock, "clock-skew"));
        } else if signed_at < not_before {
            return Err(bad_signature());
        }
        self.newest.fetch_max(signed_at, Ordering::SeqCst);
        content::to_success(answer.ok_or_else(bad_reply)?, &self.options.owner_id)
    }

    fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature);
        signature.is_ok_and(|signature| self.keys.iter().any(|key| key.verify_strict(message, &signature).is_ok()))
    }
}

/// Dropping it stops the checks.
pub struct Watch {
    _stop: mpsc::Sender<()>,
}

fn bad_reply() -> Error {
    Error::new(Kind::Signature, "bad-reply")
}

fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes
}
