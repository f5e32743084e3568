//! Frames on standard input and output: a header with `Content-Length`, an empty line, a message in JSON.
//!
//! What is no message is answered with an error and skipped, so that one bad frame costs itself: a header that says no
//! length, text that isn't UTF-8 or JSON. JSON of JavaScript may have halves of surrogate pairs (`\ud800`), which are no
//! text; they become U+FFFD.

use std::io::{BufRead, Read, Write};

use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, Message};

/// The longest message that is read; a file has at most as much.
const MOST_BYTES: usize = 512 << 20;

/// What stands in a frame.
#[derive(Debug)]
pub enum Frame {
    /// A message.
    Message(Message),
    /// Something else: the code and the text of the error.
    Bad(i32, String),
}

/// Reads frames until the input ends or nobody listens any more; `answer` gets what is to be said of bad ones.
pub fn read_all(mut input: impl BufRead, messages: &Sender<Message>, answer: &Sender<String>) {
    while let Some(frame) = read(&mut input) {
        let is_heard = match frame {
            Frame::Message(message) => messages.send(message).is_ok(),
            Frame::Bad(code, text) => {
                let error = serde_json::json!({"code": code, "message": text});
                let reply = serde_json::json!({"jsonrpc": "2.0", "id": null, "error": error});
                answer.send(reply.to_string()).is_ok()
            }
        };
        if !is_heard {
            return;
        }
    }
}

/// Writes messages until there are no more senders; stops where nobody reads.
pub fn write_all(mut output: impl Write, messages: &Receiver<Message>, raw: &Receiver<String>) {
    loop {
        let written = crossbeam_channel::select! {
            recv(messages) -> message => match message {
                Ok(message) => message.write(&mut output),
                Err(_) => return,
            },
            recv(raw) -> text => match text {
                Ok(text) => {
                    let frame = format!("Content-Length: {}\r\n\r\n{text}", text.len());
                    output.write_all(frame.as_bytes()).and_then(|()| output.flush())
                }
                Err(_) => return messages.iter().try_for_each(|message| message.write(&mut output)).unwrap_or(()),
            },
        };
        if written.is_err() {
            return;
        }
    }
}

/// Reads a frame; `None` at the end of the input.
fn read(input: &mut impl BufRead) -> Option<Frame> {
    let mut length: Option<Result<usize, String>> = None;
    loop {
        let mut line = Vec::new();
        // A line of a header is short, whatever stands there instead of one.
        let count = input.by_ref().take(1 << 16).read_until(b'\n', &mut line).ok()?;
        if count == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim(), &length) {
            ("", None) => {}
            ("", Some(_)) => break,
            (header, _) => {
                if let Some(stated) = content_length(header) {
                    length = Some(stated);
                }
            }
        }
    }
    let length = match length? {
        Ok(length) if length <= MOST_BYTES => length,
        Ok(length) => {
            std::io::copy(&mut input.by_ref().take(length as u64), &mut std::io::sink()).ok()?;
            return Some(invalid(format!("a message of {length} bytes is too long")));
        }
        Err(text) => return Some(invalid(format!("`{text}` is no length of a message"))),
    };
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes).ok()?;
    Some(message(&bytes))
}

/// The length that a line of a header says, if it says one; how it is written if that is no number.
fn content_length(header: &str) -> Option<Result<usize, String>> {
    let (name, value) = header.split_once(':')?;
    let value = value.trim();
    name.trim().eq_ignore_ascii_case("content-length").then(|| value.parse().map_err(|_| value.to_owned()))
}

fn message(bytes: &[u8]) -> Frame {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => with_whole_characters(text),
        Err(error) => return Frame::Bad(ErrorCode::ParseError as i32, format!("the message isn't UTF-8: {error}")),
    };
    let value: serde_json::Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(error) => return Frame::Bad(ErrorCode::ParseError as i32, format!("the message isn't JSON: {error}")),
    };
    if value.is_array() {
        return invalid("batches aren't part of the protocol".to_owned());
    }
    let has_number = value.get("id").is_some();
    match serde_json::from_value(value) {
        // A request whose number is none would pass for a notification.
        Ok(Message::Notification(_)) if has_number => {
            invalid("the number of a request is an integer or a text".to_owned())
        }
        Ok(message) => Frame::Message(message),
        Err(error) => invalid(format!("this is no message: {error}")),
    }
}

fn invalid(text: String) -> Frame {
    Frame::Bad(ErrorCode::InvalidRequest as i32, text)
}

/// The JSON with `\ufffd` for each half of a pair of surrogates that has no other half.
fn with_whole_characters(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return text.into();
    }
    let bytes = text.as_bytes();
    let unit = |at: usize| -> Option<u32> {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut out = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => at += 12,
            (Some(0xd800..=0xdfff), _) => {
                out += &text[copied..at];
                out += "\\ufffd";
                at += 6;
                copied = at;
            }
            // An escaped backslash begins no escape.
            _ => at += 2,
        }
    }
    out += &text[copied..];
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(input: &[u8]) -> Vec<String> {
        let mut input = input;
        let mut all = Vec::new();
        while let Some(frame) = read(&mut input) {
            all.push(match frame {
                Frame::Message(Message::Request(request)) => format!("{} {}", request.method, request.params),
                Frame::Message(Message::Notification(note)) => format!("{} {}", note.method, note.params),
                Frame::Message(Message::Response(_)) => "response".to_owned(),
                Frame::Bad(code, _) => code.to_string(),
            });
        }
        all
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn bad_frames_cost_themselves() {
        let good = framed(r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#);
        let typed =
            format!("content-length:  {}\r\nContent-Type: x; charset=utf-8\r\n\r\n{}", 16, r#"{"method": "b" }"#);
        for (bad, expected) in [
            (framed("{"), "-32700"),
            (framed("[]"), "-32600"),
            (framed("3"), "-32600"),
            (framed(r#"{"id": 1.5, "method": "a"}"#), "-32600"),
            ("Content-Length: x\r\n\r\n".to_owned(), "-32600"),
            ("Content-Length: -1\r\n\r\n".to_owned(), "-32600"),
        ] {
            assert_eq!(frames(format!("{bad}{good}{typed}").as_bytes()), [expected, "a null", "b null"], "{bad}");
        }
        let mut bytes = b"Content-Length: 2\r\n\r\n\xff\xfe".to_vec();
        bytes.extend(good.as_bytes());
        assert_eq!(frames(&bytes), ["-32700", "a null"]);
        assert_eq!(frames(format!("noise\r\n\r\n{good}").as_bytes()), ["a null"]);
        assert!(frames(b"Content-Length: 99\r\n\r\n{}").is_empty());
    }

    #[test]
    fn halves_of_surrogate_pairs_are_no_text() {
        for (json, text) in [
            (r#""\ud800""#, "\u{fffd}"),
            (r#""a\udc00\ud835\udc99b""#, "a\u{fffd}𝒙b"),
            (r#""\ud835\ud835\udc99""#, "\u{fffd}𝒙"),
            (r#""\\ud800 \n\uD8""#, ""),
            (r#""\\ud800\\""#, "\\ud800\\"),
            (r#""\ud83""#, ""),
        ] {
            let read = serde_json::from_str::<String>(&with_whole_characters(json));
            assert_eq!(read.unwrap_or_default(), text, "{json}");
        }
    }
}
