//! The default HTTP stack, and the names of its faults.

use crate::{bad_reply, Error, Kind, Request, Response, Result, Transport};
use std::io;

/// Ignores proxies of the system, stores no cookies and follows no redirects.
pub struct UreqTransport(ureq::Agent);

impl Default for UreqTransport {
    fn default() -> Self {
        let config = ureq::Agent::config_builder();
        UreqTransport(config.max_redirects(0).http_status_as_error(false).proxy(None).build().into())
    }
}

impl Transport for UreqTransport {
    fn send(&self, request: &Request<'_>) -> Result<Response> {
        let sent = match request.form {
            Some(form) => {
                let post = self.0.post(request.url).config().timeout_global(Some(request.timeout)).build();
                post.header("Content-Type", "application/x-www-form-urlencoded").send(form)
            }
            None => {
                let get = self.0.get(request.url).config().timeout_global(Some(request.timeout)).build();
                get.header("Accept-Encoding", "identity").call()
            }
        };
        let (parts, body) = sent.map_err(|error| fault_of(&error))?.into_parts();
        let headers = parts
            .headers
            .iter()
            .filter_map(|(name, value)| Some((name.as_str().to_lowercase(), value.to_str().ok()?.into())));
        Ok(Response { status: parts.status.as_u16(), headers: headers.collect(), body: Box::new(body.into_reader()) })
    }
}

/// SECURITY: an error of the stack can name the URL, so only its kind is passed on.
fn fault_of(error: &ureq::Error) -> Error {
    let reason = match error {
        ureq::Error::Timeout(_) => "timeout",
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => "unreachable",
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => "tls",
        ureq::Error::Io(error) => return fault_of_io(error),
        _ => return bad_reply(),
    };
    Error::new(Kind::Network, reason)
}

fn fault_of_io(error: &io::Error) -> Error {
    use io::ErrorKind::*;
    Error::new(
        Kind::Network,
        match error.kind() {
            ConnectionRefused | HostUnreachable | NetworkUnreachable | NetworkDown | AddrNotAvailable => "unreachable",
            TimedOut | WouldBlock => "timeout",
            UnexpectedEof | ConnectionReset | ConnectionAborted | BrokenPipe | NotConnected => "interrupted",
            InvalidData => "tls",
            _ => return bad_reply(),
        },
    )
}

pub fn fault_of_read(error: io::Error) -> Error {
    let inner = error.get_ref();
    if let Some(own) = inner.and_then(|inner| inner.downcast_ref::<Error>()) {
        return own.clone();
    }
    match inner.and_then(|inner| inner.downcast_ref::<ureq::Error>()) {
        Some(inner) => fault_of(inner),
        None if error.kind() == io::ErrorKind::InvalidData || error.kind() == io::ErrorKind::InvalidInput => {
            bad_reply()
        }
        None => fault_of_io(&error),
    }
}

pub fn without_redirect(response: Response) -> Result<Response> {
    if (300..400).contains(&response.status) && response.headers.contains_key("location") {
        return Err(Error::new(Kind::Network, "captive-portal"));
    }
    Ok(response)
}

/// SECURITY: nothing in an unsigned answer is trusted; it only helps to name the fault.
pub fn fault_of_unsigned(response: &Response, body: &[u8]) -> Error {
    let start = String::from_utf8_lossy(&body[..body.len().min(512)]).trim_start().to_string();
    let is_html = response.headers.get("content-type").is_some_and(|given| given.contains("text/html"));
    let reason = match response.status {
        407 => "proxy-auth",
        511 => "captive-portal",
        429 | 500.. => "server-down",
        _ if start.starts_with('{') || start.starts_with("KeyAuth_") => {
            return Error::new(Kind::Signature, "bad-signature")
        }
        200..300 if is_html || start.starts_with('<') => "captive-portal",
        _ => return bad_reply(),
    };
    Error::new(Kind::Network, reason)
}
