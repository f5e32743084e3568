//! The command, over pipes: frames as an editor writes them, and as nobody should.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start() -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        command.arg("server").stdin(Stdio::piped()).stdout(Stdio::piped()).current_dir(std::env::temp_dir());
        let mut child = command.spawn().expect("it runs");
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().expect("a pipe")));
        Process { child, input, output }
    }

    fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it listens");
    }

    fn send(&mut self, message: &Value) {
        self.frame(&message.to_string());
    }

    fn frame(&mut self, body: &str) {
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// The next message; standard output has nothing else.
    fn read(&mut self) -> Value {
        let mut header = String::new();
        self.output.read_line(&mut header).expect("a header");
        let length = header.trim().strip_prefix("Content-Length: ").unwrap_or_else(|| panic!("{header:?}"));
        let mut empty = String::new();
        self.output.read_line(&mut empty).expect("a line");
        assert_eq!(empty, "\r\n");
        let mut body = vec![0; length.parse().expect("a number")];
        self.output.read_exact(&mut body).expect("a body");
        serde_json::from_slice(&body).expect("JSON")
    }

    fn code(&mut self) -> Option<i32> {
        self.input.take();
        let mut rest = Vec::new();
        self.output.read_to_end(&mut rest).expect("its end");
        assert!(rest.is_empty(), "{}", String::from_utf8_lossy(&rest));
        self.child.wait().expect("it ends").code()
    }

    fn begin(&mut self) {
        self.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}));
        let answer = self.read();
        assert_eq!((&answer["id"], &answer["result"]["serverInfo"]["name"]), (&json!(1), &json!("conformable")));
        self.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
    }
}

#[test]
fn bad_frames_are_answered_and_good_ones_behind_them_too() {
    let mut process = Process::start();
    process.begin();
    for (body, code) in [("{", -32700), ("[]", -32600), ("{\"id\": 1.5, \"method\": \"x\"}", -32600), ("null", -32600)]
    {
        process.frame(body);
        let answer = process.read();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)), "{body}");
    }
    process.write(b"Content-Length: many\r\n\r\n");
    assert_eq!(process.read()["error"]["code"], -32600);
    let unknown = json!({"jsonrpc": "2.0", "id": "s", "method": "x", "params": null}).to_string();
    process.write(format!("content-type: x\r\ncontent-length:{}\r\n\r\n{unknown}", unknown.len()).as_bytes());
    let answer = process.read();
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("s"), &json!(-32601)));
    process.send(&json!({"jsonrpc": "2.0", "id": 2, "method": "shutdown"}));
    assert_eq!(process.read()["id"], 2);
    process.send(&json!({"jsonrpc": "2.0", "method": "exit"}));
    assert_eq!(process.code(), Some(0));
}

#[test]
fn halves_of_characters_do_not_end_a_session() {
    let mut process = Process::start();
    process.begin();
    let open = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///tmp/none/a.py","languageId":"python","version":1,"text":"import numpy as np\ns = '\ud800'\nnp.ones(3)[3]\n"}}}"#;
    process.frame(open);
    let published = process.read();
    assert_eq!(published["method"], "textDocument/publishDiagnostics");
    assert_eq!(published["params"]["diagnostics"][0]["code"], "CF301");
    assert_eq!(process.code(), Some(1), "the end of the input without a word");
}
