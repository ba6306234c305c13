//! Runs the client against the vectors and the live service of `npm run sdks`.

use crate::*;
use serde_json::json;
use std::env::var;
use std::io::{self, Cursor};

fn load(name: &str) -> Value {
    let path = format!("{}/{name}.json", var("LATCHKEY_VECTORS").expect("run by npm run sdks"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<String>,
}

impl Tally {
    fn expect<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, found: T, wanted: T) {
        if found == wanted {
            self.passed += 1;
        } else {
            self.failed.push(format!("{name}: {found:?}, not {wanted:?}"));
        }
    }

    fn compare(&mut self, case: &Value, result: Result<String>) {
        let of = |name: &str| case[name].as_str().unwrap_or_default().to_string();
        let found = match result {
            Ok(value) => ("ok".to_string(), String::new(), value),
            Err(error) if error.kind == Kind::Options => (error.reason, String::new(), String::new()),
            Err(error) => (error.reason, format!("{:?}", error.kind).to_lowercase(), String::new()),
        };
        // Libraries differ about some JSON; then only the result counts.
        let is_either = !of("or").is_empty() && (found.0 == of("result") || found.0 == of("or"));
        let wanted = if is_either { found.clone() } else { (of("result"), of("kind"), of("value")) };
        self.expect(&of("name"), found, wanted);
    }
}

struct Answer(u16, BTreeMap<String, String>, Vec<u8>);

impl Transport for Answer {
    fn send(&self, _: &Request<'_>) -> Result<Response> {
        Ok(Response { status: self.0, headers: self.1.clone(), body: Box::new(Cursor::new(self.2.clone())) })
    }
}

struct Silence;

impl Transport for Silence {
    fn send(&self, _: &Request<'_>) -> Result<Response> {
        Err(Error::new(Kind::Network, "timeout"))
    }
}

fn options(file: &Value, address: &str, keys: &str) -> Options {
    let keys: Vec<&str> = keys.split(',').filter(|key| !key.is_empty()).collect();
    Options::new(address, file["name"].as_str().unwrap(), file["ownerid"].as_str().unwrap(), "1.0", &keys)
}

const HTTPS: &str = "https://licenses.example.com";

fn text_of(account: Account) -> String {
    let end = |one: &Subscription| one.expires.map(|at| at.to_string()).unwrap_or_default();
    let texts = account.subscriptions.iter().map(|one| format!(" {}/{}/{}", one.name, one.level, end(one)));
    account.username.clone() + &texts.collect::<String>()
}

fn run(client: &Client, operation: &str) -> Result<String> {
    let nothing = |()| String::new();
    match operation {
        "init" => client.open(),
        "login" => client.login("anna", "secret", None).map(text_of),
        "license" => client.license("KEY", None).map(text_of),
        "trial" => client.trial("anna", "secret").map(text_of),
        "register" => client.register("anna", "secret", "KEY", None).map(text_of),
        "upgrade" => client.redeem("anna", "KEY").map(|until| until.map(|at| at.to_string()).unwrap_or_default()),
        "check" => client.check().map(text_of),
        "logout" => client.logout().map(nothing),
        "var" => client.variable("x"),
        "getvar" => client.user_variable("x"),
        "setvar" => client.set_user_variable("x", "y").map(nothing),
        "file" => client.file("x").map(|file| format!("{} {}", file.size, file.sha256)),
        "log" => client.log("x").map(nothing),
        "webhook" => client.webhook("x", "", "", ""),
        "ban" => client.ban("x").map(nothing),
        _ => Err(Error::new(Kind::Options, "an unknown operation")),
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    content::from_base64url(&text.trim_end_matches('=').replace('+', "-").replace('/', "_")).unwrap()
}

fn clock_of(case: &Value) -> Box<dyn Fn() -> u64 + Send + Sync> {
    let now = case["now"].as_u64().unwrap();
    Box::new(move || now)
}

fn answers(tally: &mut Tally) {
    let file = load("answers");
    for case in file["cases"].as_array().unwrap() {
        let names = [
            ("x-signature-timestamp", "timestamp"),
            ("x-signature-ed25519", "signature"),
            ("content-type", "contentType"),
        ];
        let header = |(name, field): (&str, &str)| Some((name.to_string(), case[field].as_str()?.to_string()));
        let headers = names.into_iter().filter_map(header).collect();
        let answer =
            Answer(case["status"].as_u64().unwrap() as u16, headers, from_base64(case["body"].as_str().unwrap()));
        let mut given = options(&file, HTTPS, case["keys"].as_str().unwrap());
        let challenge = case["challenge"].as_str().map(String::from);
        given.challenge = challenge.is_some();
        let mut client = Client::with(given, Box::new(answer), clock_of(case)).unwrap();
        client.new_challenge = Box::new(move || challenge.clone().unwrap());
        client.newest = AtomicU64::new(case["newest"].as_u64().unwrap());
        client.session = Mutex::new((case["type"] != "init").then(|| "the-session".to_string()));
        tally.compare(case, run(&client, case["type"].as_str().unwrap()));
    }
}

fn passes(tally: &mut Tally) {
    let file = load("passes");
    for case in file["cases"].as_array().unwrap() {
        let mut given = options(&file, HTTPS, case["keys"].as_str().unwrap());
        given.device_id = case["device"].as_str().map(String::from);
        let client = Client::with(given, Box::new(Silence), clock_of(case)).unwrap();
        tally.compare(case, client.verify_pass(case["pass"].as_str().unwrap()).map(|pass| pass.username));
    }
}

fn lines(tally: &mut Tally) {
    let file = load("lines");
    for case in file["cases"].as_array().unwrap() {
        let given = options(&file, file["address"].as_str().unwrap(), case["keys"].as_str().unwrap());
        let client = Client::new(given).unwrap().from_loader(&from_base64(case["line"].as_str().unwrap())[..]);
        tally.compare(case, client.map(|client| client.session.lock().unwrap().clone().unwrap_or_default()));
    }
}

fn features(tally: &mut Tally) {
    let file = load("features");
    for case in file["cases"].as_array().unwrap() {
        let (content, now) = (&case["content"], case["now"].as_u64().unwrap());
        let found = match case["source"].as_str().unwrap() {
            "answer" => to_account(&serde_json::json!({ "info": content })).unwrap().features,
            "line" => to_features(&content["features"]),
            _ => {
                let given = options(content, HTTPS, "");
                content::to_pass(content, &given, now).unwrap().features
            }
        };
        tally.expect(case["name"].as_str().unwrap(), found, to_features(&case["features"]));
    }
}

fn all_options(tally: &mut Tally) {
    let file = load("options");
    for case in file["cases"].as_array().unwrap() {
        let given = options(&file, case["address"].as_str().unwrap(), case["keys"].as_str().unwrap());
        tally.compare(case, Client::new(given).map(|_| String::new()));
    }
}

fn http(tally: &mut Tally) {
    let file = load("http");
    let servers: Value = serde_json::from_str(&var("LATCHKEY_SERVERS").unwrap()).unwrap();
    for case in file["cases"].as_array().unwrap() {
        let of = |name: &str| case[name].as_str().unwrap();
        let address = format!("{}{}", servers[of("address")].as_str().unwrap(), of("path"));
        let mut given = options(&file, &address, file["keys"].as_str().unwrap());
        given.timeout = Duration::from_secs(case["timeoutSeconds"].as_u64().unwrap());
        given.download_timeout = given.timeout;
        let client = Client::new(given).unwrap();
        let (username, password) = (file["username"].as_str().unwrap(), file["password"].as_str().unwrap());
        tally.compare(
            case,
            match of("operation") {
                "login" => client.login(username, password, None).map(|account| account.username),
                _ => client.download(file["file"].as_str().unwrap(), &mut io::sink()).map(|size| size.to_string()),
            },
        );
    }
}

/// A pass decides only if nothing answers.
fn offline(tally: &mut Tally) {
    let file = load("passes");
    let case = &file["cases"][0];
    for session in [Value::Null, json!("the-session")] {
        for is_silent in [true, false] {
            let line = json!({
                "v": 1, "baseUrl": HTTPS, "name": file["name"], "ownerid": file["ownerid"], "sessionid": session, "publicKey": case["keys"],
                "challenge": "required", "method": "GET", "offline": case["pass"],
            });
            let transport: Box<dyn Transport> =
                if is_silent { Box::new(Silence) } else { Box::new(Answer(200, BTreeMap::new(), b"{}".into())) };
            let client =
                Client::with(options(&file, HTTPS, case["keys"].as_str().unwrap()), transport, clock_of(case)).unwrap();
            let account = client.from_loader(line.to_string().as_bytes()).unwrap().check();
            let is_offline = account.is_ok_and(|account| account.offline_until.is_some());
            tally.expect("a pass", is_offline, is_silent || session.is_null());
        }
    }
}

fn watch(tally: &mut Tally) {
    let file = load("passes");
    let client = Client::with(options(&file, HTTPS, &"ab".repeat(32)), Box::new(Silence), Box::new(unix_seconds));
    let keys = file["cases"][0]["keys"].as_str().unwrap();
    drop(client);
    let client =
        Arc::new(Client::with(options(&file, HTTPS, keys), Box::new(Silence), Box::new(unix_seconds)).unwrap());
    let (send, receive) = mpsc::channel();
    let watching = client.watch(Duration::from_millis(5), move |result| drop(send.send(result.unwrap_err().reason)));
    tally.expect("watch", receive.recv_timeout(Duration::from_secs(20)).unwrap(), "timeout".to_string());
    drop(watching);
}

fn live(tally: &mut Tally) {
    let Ok(live) = serde_json::from_str::<Value>(&var("LATCHKEY_SERVICE").unwrap()) else { return };
    let of = |name: &str| live[name].as_str().unwrap();
    let keys: Vec<&str> = of("keys").split(',').collect();
    let mut given = Options::new(of("address"), of("application"), of("ownerid"), of("version"), &keys);
    given.device_id = Some(of("device").into());
    let client = Client::new(given).unwrap();
    let license = |index: usize| live["licenses"][index].as_str().unwrap();
    let name = |result: Result<Account>| result.map_or_else(|error| error.to_string(), |account| account.username);
    fn reason<T>(result: Result<T>) -> String {
        result.err().map_or("ok".into(), |error| error.reason)
    }
    let (user, password) = (of("username"), "correct horse ä");
    tally.expect("live: register", name(client.register(user, password, license(0), None)), user.into());
    let before = client.check().unwrap().subscriptions[0].expires;
    tally.expect("live: variable", client.variable(of("variable")).unwrap(), of("value").into());
    client.set_user_variable("theme", "dark ä&+%").unwrap();
    tally.expect("live: user variable", client.user_variable("theme").unwrap(), "dark ä&+%".into());
    tally.expect("live: redeem", client.redeem(user, license(1)).unwrap() > before, true);
    let size = client.download(of("file"), &mut io::sink()).unwrap();
    tally.expect("live: download", size, live["size"].as_u64().unwrap());
    client.log("tested").unwrap();
    tally.expect("live: webhook", reason(client.webhook("none", "", "", "")), "webhook-unknown".into());
    tally.expect("live: used key", reason(client.redeem(user, license(0))), "key-used".into());
    client.logout().unwrap();
    tally.expect("live: after logout", reason(client.check()), "not-signed-in".into());
    tally.expect("live: wrong password", reason(client.login(user, "wrong", None)), "bad-credentials".into());
    tally.expect("live: login", name(client.login(user, password, None)), user.into());
    tally.expect("live: license", name(client.license(license(2), None)), license(2).into());
    client.ban("tested").unwrap();
    tally.expect("live: banned", reason(client.login(license(2), license(2), None)), "banned".into());
}

#[test]
fn agrees_with_the_vectors_and_the_service() {
    let mut tally = Tally::default();
    for part in [answers, passes, lines, features, all_options, http, offline, watch, live] {
        part(&mut tally);
    }
    println!("{}\nrust: {} passed, {} failed", tally.failed.join("\n"), tally.passed, tally.failed.len());
    assert!(tally.failed.is_empty());
}
