//! What `infer` says: functions at their calls first, then on their own, classes, bindings.

use std::fmt::Write;
use std::sync::Arc;

use conformable_python::facts::CallerKind;
use conformable_python::{Binding, CallType, ClassType, ContextType, ExpressionType, FunctionType, Inference};
use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use super::text::Palette;
use super::{Sources, json, text};

/// Forms of calls that are shown.
const CALLS: usize = 4;

/// Where lines are: those of a notebook count in its cells.
struct LineNames<'a> {
    path: &'a str,
    sources: &'a Sources,
}

impl LineNames<'_> {
    /// `12:5`, in a notebook `cell 3:2:5`.
    fn place(&self, (line, column): (usize, usize)) -> String {
        format!("{}:{column}", self.sources.line_name(self.path, line))
    }

    /// `a.py:12`, of a call.
    fn call(&self, (file, line): &(Arc<str>, usize)) -> String {
        format!("{file}:{}", self.sources.line_name(file, *line))
    }

    /// An object with a line of this file; of a notebook it has the cell, too.
    fn json(&self, mut object: Value, key: &str, line: usize) -> Value {
        self.json_of(self.path, &mut object, key, line);
        object
    }

    fn json_of(&self, file: &str, object: &mut Value, key: &str, line: usize) {
        let of_cell = self.sources.cell_at(file, line);
        object[key] = of_cell.map_or(line, |(_, line)| line.max(1)).into();
        if let Some((cell, _)) = of_cell {
            object["cell"] = cell.into();
        }
    }

    /// Where a call stands; the lines of an example aren't those of its file.
    fn json_of_caller(&self, from: Option<&(Arc<str>, usize)>, caller: CallerKind) -> Value {
        let Some((file, line)) = from.filter(|_| caller != CallerKind::Example) else { return Value::Null };
        let mut object = json!({"filename": &**file});
        self.json_of(file, &mut object, "row", *line);
        object
    }
}

/// For people.
pub fn as_text(inference: &Inference, path: &str, sources: &Sources, palette: &Palette) -> String {
    let mut out = String::new();
    let lines = &LineNames { path, sources };
    for function in &inference.functions {
        function_text(&mut out, function, lines);
    }
    for class in &inference.classes {
        let _ = writeln!(out, "\nclass {}:", class.class);
        for (name, ty) in &class.attributes {
            let _ = writeln!(out, "    {name}: {ty}");
        }
    }
    let mut bindings: Vec<&Binding> = inference.bindings.iter().collect();
    // One instance after the other.
    bindings.sort_by_key(|binding| binding.instance);
    let called: Vec<&FunctionType> = inference.functions.iter().filter(|f| !calls_of(f).is_empty()).collect();
    let names: FxHashSet<&str> = called.iter().map(|function| function.function.as_str()).collect();
    bindings.retain(|binding| !names.contains(binding.function.as_str()));
    let mut of = None;
    for binding in bindings {
        if of != Some((&binding.function, binding.instance)) {
            of = Some((&binding.function, binding.instance));
            match binding.function.as_str() {
                "" => out += "\nin module:\n",
                name if inference.returns.is_none() => _ = writeln!(out, "\nin {name}, on its own:"),
                name => _ = writeln!(out, "\nin {name}:"),
            }
        }
        row(&mut out, binding, lines);
    }
    for function in called.iter().filter(|function| !function.bindings.is_empty()) {
        let _ = writeln!(out, "\nin {}, at its calls:", function.function);
        function.bindings.iter().for_each(|binding| row(&mut out, binding, lines));
    }
    if let Some(expressions) = &inference.expressions {
        out += "\nexpressions:\n";
        expressions.iter().for_each(|expression| expression_text(&mut out, expression, lines));
    }
    if let Some(returns) = &inference.returns {
        let _ = writeln!(out, "\nreturns {returns}");
    }
    if !inference.diagnostics.is_empty() {
        out.push('\n');
        out += &text::render(&inference.diagnostics, sources, palette);
    }
    out.trim_start_matches('\n').to_owned()
}

/// One line for each type that an expression has, those of runs if there are any.
fn expression_text(out: &mut String, expression: &ExpressionType, lines: &LineNames<'_>) {
    let best = expression.types.iter().map(|one| one.caller).min();
    let mut shown: Vec<&str> = Vec::new();
    for one in expression.types.iter().filter(|one| Some(one.caller) == best) {
        if !shown.contains(&one.ty.as_str()) {
            shown.push(&one.ty);
        }
    }
    let (start, end) = (lines.place(expression.start), lines.place(expression.end));
    // The cell is the same.
    let end = end.strip_prefix("cell ").and_then(|end| end.split_once(':')).map_or(end.as_str(), |(_, end)| end);
    let more = if shown.len() > CALLS { " | ..." } else { "" };
    shown.truncate(CALLS);
    let _ = writeln!(out, "{start:>8}-{end}  {}{more}", shown.join(" | "));
}

fn row(out: &mut String, binding: &Binding, lines: &LineNames<'_>) {
    let at = lines.place((binding.line, binding.column));
    let _ = writeln!(out, "{at:>8}  {}: {}", binding.name, binding.ty);
}

/// The calls that a run makes; if there are none, those of examples in docstrings, else those that other functions make on
/// their own.
fn calls_of(function: &FunctionType) -> Vec<&CallType> {
    let best = function.calls.iter().map(|call| call.caller).min();
    function.calls.iter().filter(|call| Some(call.caller) == best).collect()
}

fn function_text(out: &mut String, function: &FunctionType, lines: &LineNames<'_>) {
    let calls = calls_of(function);
    if calls.is_empty() {
        let _ = writeln!(out, "{}: {}", function.function, function.signature);
        return;
    }
    let _ = writeln!(out, "{}:", function.function);
    for call in calls.iter().take(CALLS) {
        let at = match &call.from {
            _ if call.caller == CallerKind::Example => "in a docstring's example".to_owned(),
            Some(from) if call.caller == CallerKind::Alone => {
                format!("at {}, of a function on its own", lines.call(from))
            }
            Some(from) => format!("at {}", lines.call(from)),
            None => "at a call".to_owned(),
        };
        let _ = writeln!(out, "    {at}: {}", call.signature);
    }
    match calls.len().saturating_sub(CALLS) {
        _ if function.has_more_calls => *out += "    and in many more ways\n",
        0 => {}
        1 => *out += "    and in one more way\n",
        more => _ = writeln!(out, "    and in {more} more ways"),
    }
    let _ = writeln!(out, "    on its own: {}", function.signature);
}

/// For programs.
pub fn as_json(inference: &Inference, path: &str, sources: &Sources) -> Value {
    let lines = &LineNames { path, sources };
    let function = |f: &FunctionType| {
        let object = json!({
            "function": f.function,
            "instance": f.instance,
            "signature": f.signature,
            "returns": f.returns,
            "calls": f.calls.iter().map(|call| call_json(call, lines)).collect::<Vec<_>>(),
            "more_calls": f.has_more_calls,
        });
        lines.json(object, "line", f.line)
    };
    let class = |class: &ClassType| {
        let attribute = |(name, ty): &(String, String)| json!({"name": name, "type": ty});
        json!({"class": class.class, "attributes": class.attributes.iter().map(attribute).collect::<Vec<_>>()})
    };
    let mut answer = json!({
        "functions": inference.functions.iter().map(function).collect::<Vec<_>>(),
        "classes": inference.classes.iter().map(class).collect::<Vec<_>>(),
        "returns": inference.returns,
        "bindings": inference.bindings.iter().map(|binding| binding_json(binding, lines)).collect::<Vec<_>>(),
        "diagnostics": json::values(&inference.diagnostics, sources),
    });
    if let Some(expressions) = &inference.expressions {
        answer["expressions"] = expressions.iter().map(|expression| expression_json(expression, lines)).collect();
    }
    answer
}

fn expression_json(expression: &ExpressionType, lines: &LineNames<'_>) -> Value {
    let place = |(row, column): (usize, usize)| lines.json(json!({"column": column}), "row", row);
    let of_context = |one: &ContextType| {
        let (from, is_assumed) = (lines.json_of_caller(one.from.as_ref(), one.caller), one.caller != CallerKind::Run);
        let is_example = one.caller == CallerKind::Example;
        json!({"function": one.function, "from": from, "assumed": is_assumed, "example": is_example, "type": one.ty})
    };
    json!({
        "location": place(expression.start),
        "end_location": place(expression.end),
        "known": expression.level,
        "types": expression.types.iter().map(of_context).collect::<Vec<_>>(),
    })
}

fn call_json(call: &CallType, lines: &LineNames<'_>) -> Value {
    let from = lines.json_of_caller(call.from.as_ref(), call.caller);
    json!({
        "from": from,
        "signature": call.signature,
        "returns": call.returns,
        "assumed": call.caller != CallerKind::Run,
        "example": call.caller == CallerKind::Example,
        "bindings": call.bindings.iter().map(|binding| binding_json(binding, lines)).collect::<Vec<_>>(),
    })
}

fn binding_json(binding: &Binding, lines: &LineNames<'_>) -> Value {
    let object = json!({
        "function": binding.function,
        "instance": binding.instance,
        "name": binding.name,
        "column": binding.column,
        "type": binding.ty,
    });
    lines.json(object, "line", binding.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binding(function: &str, name: &str, line: usize, ty: &str) -> Binding {
        let (function, name, ty) = (function.to_owned(), name.to_owned(), ty.to_owned());
        Binding { function, instance: 0, name, line, column: 1, ty }
    }

    fn inference() -> Inference {
        let call = |line, signature: &str, ty: &str, caller| CallType {
            from: Some(("a.py".into(), line)),
            signature: signature.to_owned(),
            returns: "float64[3]".to_owned(),
            caller,
            bindings: vec![binding("f", "m", 4, ty)],
        };
        let function = |name: &str, line, calls: Vec<CallType>| FunctionType {
            function: name.to_owned(),
            line,
            range: (0, 9),
            instance: 0,
            signature: "(x?: T[n, d]) -> T[d]".to_owned(),
            returns: "T[d]".to_owned(),
            has_more_calls: false,
            bindings: calls
                .iter()
                .take(1)
                .map(|_: &CallType| binding("f", "m", 4, "float64[3] | float32[3]"))
                .collect(),
            calls,
        };
        let calls = vec![
            call(8, "(x: float64[2, 3]) -> float64[3]", "float64[3]", CallerKind::Run),
            call(9, "(x: float32[2, 3]) -> float32[3]", "float32[3]", CallerKind::Run),
            call(3, "(x: Unknown) -> Unknown", "Unknown", CallerKind::Alone),
        ];
        Inference {
            functions: vec![function("f", 3, calls), function("g", 6, Vec::new())],
            classes: vec![ClassType {
                class: "C".to_owned(),
                attributes: vec![("w".to_owned(), "int64[2]".to_owned())],
            }],
            returns: None,
            bindings: vec![
                binding("", "x", 7, "float64[3]"),
                binding("f", "m", 4, "T[d]"),
                binding("g", "k", 7, "T[d]"),
            ],
            expressions: Some(vec![ExpressionType {
                start: (7, 5),
                end: (7, 15),
                level: Some("sizes"),
                types: vec![ContextType {
                    function: String::new(),
                    from: None,
                    caller: CallerKind::Run,
                    ty: "float64[3]".to_owned(),
                }],
            }]),
            diagnostics: Vec::new(),
        }
    }

    #[test]
    fn people_see_calls_first() {
        let expected = "\
f:
    at a.py:8: (x: float64[2, 3]) -> float64[3]
    at a.py:9: (x: float32[2, 3]) -> float32[3]
    on its own: (x?: T[n, d]) -> T[d]
g: (x?: T[n, d]) -> T[d]

class C:
    w: int64[2]

in module:
     7:1  x: float64[3]

in g, on its own:
     7:1  k: T[d]

in f, at its calls:
     4:1  m: float64[3] | float32[3]

expressions:
     7:5-7:15  float64[3]
";
        assert_eq!(as_text(&inference(), "a.py", &Sources::default(), &Palette::plain()), expected);
    }

    #[test]
    fn an_example_is_shown_where_no_run_calls() {
        let mut inference = inference();
        inference.functions[0].calls.remove(0);
        inference.functions[0].calls[0].caller = CallerKind::Example;
        let said = as_text(&inference, "a.py", &Sources::default(), &Palette::plain());
        let first = "f:\n    in a docstring's example: (x: float32[2, 3]) -> float32[3]\n    on its own: (x?";
        assert!(said.starts_with(first), "{said}");
        let answer = as_json(&inference, "a.py", &Sources::default());
        let call = &answer["functions"][0]["calls"][0];
        assert_eq!((&call["example"], &call["assumed"], &call["from"]), (&json!(true), &json!(true), &Value::Null));
    }

    #[test]
    fn programs_see_all() {
        let answer = as_json(&inference(), "a.py", &Sources::default());
        let calls = answer["functions"][0]["calls"].as_array().expect("calls");
        let assumed: Vec<_> = calls.iter().map(|call| call["assumed"].as_bool()).collect();
        assert_eq!(assumed, [Some(false), Some(false), Some(true)]);
        assert_eq!(calls[0]["from"], json!({"filename": "a.py", "row": 8}));
        assert_eq!(calls[0]["bindings"][0]["type"], "float64[3]");
        assert_eq!(answer["functions"][0]["returns"], "T[d]");
        assert_eq!(answer["classes"], json!([{"class": "C", "attributes": [{"name": "w", "type": "int64[2]"}]}]));
        assert_eq!(answer["bindings"].as_array().map(Vec::len), Some(3));
        let expression = &answer["expressions"][0];
        assert_eq!((&expression["known"], &expression["location"]["column"]), (&json!("sizes"), &json!(5)));
        assert_eq!((&answer["returns"], &answer["diagnostics"]), (&Value::Null, &json!([])));
    }
}
