//! Messages on a stream: a header with `Content-Length`, an empty line, JSON. lsp-server has this too, but its reader ends at the first
//! message that is not JSON; an editor with one bad message keeps its server here.

use lsp_server::Message;
use std::io::{BufRead, Read};

/// A message of more bytes is skipped.
const MOST_BYTES: u64 = 64 << 20;

/// A line of a header of more bytes is not understood.
const MOST_HEADER: u64 = 4096;

/// What was read.
#[derive(Debug)]
pub enum Frame {
    /// A message.
    Message(Box<Message>),
    /// What is no message, as the protocol's code and a sentence.
    Malformed(i32, String),
}

/// The next message; `None` when the stream has ended or cannot be read.
pub fn read(stream: &mut impl BufRead) -> Option<Frame> {
    let malformed = |cause: String| Some(Frame::Malformed(lsp_server::ErrorCode::ParseError as i32, cause));
    let mut length: Option<u64> = None;
    let mut understood = true;
    loop {
        let mut line = Vec::new();
        let read = stream.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line).ok()?;
        if read == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok();
                understood &= length.is_some();
            }
            Some(_) => {}
            None => understood = false,
        }
    }
    let Some(length) = length.filter(|_| understood) else {
        return malformed("this header has no Content-Length, or is no header".to_string());
    };
    if length > MOST_BYTES {
        std::io::copy(&mut stream.by_ref().take(length), &mut std::io::sink()).ok()?;
        return malformed(format!("a message has at most {MOST_BYTES} bytes"));
    }
    let mut body = Vec::new();
    stream.by_ref().take(length).read_to_end(&mut body).ok()?;
    if (body.len() as u64) < length {
        return None;
    }
    match serde_json::from_slice::<serde_json::Value>(&body) {
        Err(error) => malformed(format!("this is not JSON: {error}")),
        Ok(value) => match serde_json::from_value(value) {
            Ok(message) => Some(Frame::Message(Box::new(message))),
            Err(_) => {
                let code = lsp_server::ErrorCode::InvalidRequest as i32;
                Some(Frame::Malformed(code, "this is no request, answer or notification".to_string()))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(frame) = read(&mut bytes) {
            found.push(match frame {
                Frame::Message(message) => serde_json::to_string(&message).expect("a message is JSON"),
                Frame::Malformed(code, _) => code.to_string(),
            });
        }
        found
    }

    #[test]
    fn what_is_no_message_is_passed_over() {
        let good = "Content-Length: 17\r\n\r\n{\"method\":\"exit\"}";
        let exit = r#"{"method":"exit"}"#;
        assert_eq!(frames(good.as_bytes()), [exit]);
        assert_eq!(frames(format!("Content-Length: 3\r\n\r\n{{{{{{{good}").as_bytes()), ["-32700", exit]);
        assert_eq!(frames(format!("Content-Length: 2\r\n\r\n[]{good}").as_bytes()), ["-32600", exit]);
        assert_eq!(frames(format!("nonsense\r\n\r\n{good}").as_bytes()), ["-32700", exit]);
        assert_eq!(frames(format!("Content-Length: x\r\n\r\n{good}").as_bytes()), ["-32700", exit]);
        assert_eq!(
            frames(format!("Content-Type: a\r\nContent-Length: 2\r\n\r\n\u{e9}{good}").as_bytes()),
            ["-32700", exit]
        );
        assert_eq!(frames(b"Content-Length: 100\r\n\r\n{}"), Vec::<String>::new());
        assert_eq!(frames(b"Content-Length: 18446744073709551615\r\n\r\n{}"), ["-32700"]);
        assert_eq!(frames("x".repeat(10_000).as_bytes()), Vec::<String>::new());
    }
}
