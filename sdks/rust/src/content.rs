//! Reads keys, JSON and texts.

use crate::{bad_reply, Account, Error, Feature, Features, Kind, OfflinePass, Options, Result, Subscription};
use ed25519_dalek::VerifyingKey;
use serde_json::{json, Value};
use std::fmt::Write;

const MAX_PASS_SECONDS: u64 = 168 * 3600;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns the JSON object, or `None`.
pub fn parse(body: &[u8]) -> Option<Value> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    if body.trim_ascii() == b"KeyAuth_Invalid" {
        return Some(json!({"success": false, "reason": "app-unknown"}));
    }
    serde_json::from_slice::<Value>(body).ok().filter(Value::is_object)
}

pub fn to_success(answer: Value, owner_id: &str) -> Result<Value> {
    let limited = answer.get("success").is_none() && answer["status"] == false;
    let success = answer["success"].as_bool().or(limited.then_some(false)).ok_or_else(bad_reply)?;
    match answer.get("ownerid") {
        Some(Value::String(owner)) if owner != owner_id => return Err(Error::new(Kind::Signature, "bad-signature")),
        Some(Value::String(_)) => {}
        None if !success => {}
        _ => return Err(bad_reply()),
    }
    if success {
        return Ok(answer);
    }
    let reason = answer["reason"].as_str().filter(|reason| !reason.is_empty());
    Err(Error {
        message: answer["message"].as_str().unwrap_or_default().into(),
        retry_after: answer["retryAfter"].as_f64(),
        ..Error::new(Kind::Refused, reason.unwrap_or(if limited { "rate-limited" } else { "refused" }))
    })
}

pub fn text(answer: &Value, name: &str) -> Result<String> {
    answer[name].as_str().map(String::from).ok_or_else(bad_reply)
}

/// Returns unix seconds from a number or text, or `None` for null.
pub fn to_seconds(given: &Value) -> Result<Option<i64>> {
    match given {
        Value::Null => Ok(None),
        Value::Number(number) => Ok(number.as_f64().map(|seconds| seconds as i64)),
        Value::String(text) => {
            let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
            let digits = whole.strip_prefix('-').unwrap_or(whole);
            let are_digits =
                [digits, fraction].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
            let seconds = whole.parse().ok().filter(|_| are_digits && digits.len() <= 15);
            seconds.map(Some).ok_or_else(bad_reply)
        }
        _ => Err(bad_reply()),
    }
}

/// Returns a whole number from 0 to 2^53 - 1, also if it has a fraction of zeros.
pub fn whole(given: &Value) -> Option<u64> {
    let number = given.as_f64()?;
    (number >= 0.0 && number < 9_007_199_254_740_992.0 && number.fract() == 0.0).then_some(number as u64)
}

pub fn to_account(answer: &Value) -> Result<Account> {
    let info = &answer["info"];
    let subscriptions = match &info["subscriptions"] {
        Value::Array(list) => list.iter().map(to_subscription).collect::<Result<_>>()?,
        one @ Value::Object(_) => vec![to_subscription(one)?],
        _ => return Err(bad_reply()),
    };
    let features = to_features(&info["features"]);
    Ok(Account { username: text(info, "username")?, subscriptions, offline_until: None, features })
}

/// Malformed features count as none.
pub fn to_features(given: &Value) -> Features {
    read_features(given).unwrap_or_default()
}

fn read_features(given: &Value) -> Option<Features> {
    let value = |one: &Value| match one {
        Value::Bool(is_on) => Some(Feature::YesNo(*is_on)),
        Value::Number(number) => Some(Feature::Number(number.as_f64()?)),
        Value::String(text) => Some(Feature::Text(text.clone())),
        _ => None,
    };
    given.as_object()?.iter().map(|(name, one)| Some((name.clone(), value(one)?))).collect()
}

/// Features of a pass can end before it does.
fn features_at(found: &Value, now: u64) -> Option<Features> {
    let mut features = to_features(&found["features"]);
    let none = Vec::new();
    let changes = match found.get("featureChanges") {
        Some(changes) => changes.as_array()?,
        None => &none,
    };
    for change in changes {
        let (from, next) = (whole(&change["from"])?, read_features(&change["features"])?);
        if from <= now {
            features = next;
        }
    }
    Some(features)
}

fn to_subscription(given: &Value) -> Result<Subscription> {
    let level = match &given["level"] {
        Value::Null => String::new(),
        Value::String(level) => level.clone(),
        Value::Number(level) => level.to_string(),
        _ => return Err(bad_reply()),
    };
    Ok(Subscription { name: text(given, "subscription")?, level, expires: to_seconds(&given["expiry"])? })
}

pub fn to_pass(found: &Value, options: &Options, now: u64) -> Option<OfflinePass> {
    let (issued, until) = (whole(&found["issued"])?, whole(&found["until"])?);
    whole(&found["sequence"])?;
    let subscription = |one: &Value| {
        Some(Subscription {
            name: one["subscription"].as_str()?.into(),
            level: one["level"].as_str()?.into(),
            expires: Some(whole(&one["expiry"])? as i64),
        })
    };
    let device_id = found["hwid"].as_str().filter(|device| !device.is_empty())?;
    let pass = OfflinePass {
        username: found["username"].as_str()?.into(),
        device_id: device_id.into(),
        subscriptions: found["subscriptions"].as_array()?.iter().map(subscription).collect::<Option<_>>()?,
        issued,
        until,
        features: features_at(found, now).unwrap_or_default(),
    };
    let is_short = until.saturating_sub(issued) <= MAX_PASS_SECONDS;
    // SECURITY: one key signs for all applications of a service.
    let is_ours = found["name"] == *options.name && found["ownerid"] == *options.owner_id;
    (found["v"].as_f64() == Some(1.0) && is_short && is_ours).then_some(pass)
}

pub fn is_line(line: &Value) -> bool {
    let is_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    let is_key = |value: &Value| value.as_str().is_some_and(|key| key.len() == 64 && from_hex(key).is_some());
    let is_missing_or = |name: &str, is_valid: &dyn Fn(&Value) -> bool| line.get(name).is_none_or(is_valid);
    let is_one_of = |name: &str, words: [&str; 2]| line[name].as_str().is_some_and(|word| words.contains(&word));
    let address = line["baseUrl"].as_str().unwrap_or_default();
    line["v"].as_f64() == Some(1.0)
        && (address.starts_with("https://") || address.starts_with("http://"))
        && is_text(&line["name"])
        && is_text(&line["ownerid"])
        && line.get("sessionid").is_some_and(|id| is_text(id) || (id.is_null() && line.get("offline").is_some()))
        && is_missing_or("offline", &is_text)
        && line.get("publicKey").is_some_and(|key| key.is_null() || is_key(key))
        && is_missing_or("publicKeys", &|keys| keys.as_array().is_some_and(|keys| keys.iter().all(is_key)))
        && is_one_of("challenge", ["required", "off"])
        && is_one_of("method", ["GET", "POST"])
        && is_missing_or("options", &|all| all.as_object().is_some_and(|all| all.values().all(Value::is_string)))
}

/// Refuses keys of small order, with which anyone can sign, such as zeros.
pub fn read_key(key: &str) -> Option<VerifyingKey> {
    let bytes: [u8; 32] = from_hex(key)?.try_into().ok()?;
    VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak())
}

/// https, or plain http for 127.0.0.1 and \[::1\], without user, query and fragment.
pub fn is_service_address(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else { return false };
    let authority = rest.split('/').next().unwrap_or_default();
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let is_plain = !address.contains(['?', '#', '@', '\\']) && !address.contains(char::is_whitespace);
    let has_port = port.is_none_or(|port| port.parse::<u16>().is_ok());
    let is_loopback = host == "127.0.0.1" || host == "[::1]";
    is_plain && has_port && !host.is_empty() && (scheme == "https" || (scheme == "http" && is_loopback))
}

pub fn encode_form(fields: &[(&str, &str)]) -> String {
    let mut form = String::new();
    for (name, value) in fields {
        let separator = if form.is_empty() { "" } else { "&" };
        let _ = write!(form, "{separator}{name}=");
        for byte in value.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' => form.push(char::from(byte)),
                _ => drop(write!(form, "%{byte:02X}")),
            }
        }
    }
    form
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect())
}

pub fn base64url(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = chunk.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for index in 0..=chunk.len() {
            text.push(char::from(ALPHABET[(number >> (18 - 6 * index) & 63) as usize]));
        }
    }
    text
}

/// SECURITY: one pass has one spelling, so padding and unused bits are refused.
pub fn from_base64url(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for chunk in text.as_bytes().chunks(4) {
        let mut number = 0;
        for character in chunk {
            number = number << 6 | ALPHABET.iter().position(|one| one == character)? as u32;
        }
        number <<= 6 * (4 - chunk.len());
        bytes.extend(&number.to_be_bytes()[1..chunk.len()]);
    }
    (base64url(&bytes) == text).then_some(bytes)
}
