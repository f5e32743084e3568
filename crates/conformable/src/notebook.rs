//! Notebooks as files: JSON of which the cells of code are wanted, in the format 4 of today and 3 of before 2015.

use conformable_python::notebook::{CodeCell, module};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Notebook {
    cells: Option<Vec<Cell>>,
    /// Format 3 has its cells in these.
    #[serde(default)]
    worksheets: Vec<Worksheet>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Deserialize)]
struct Worksheet {
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    cell_type: String,
    /// What format 3 calls its input.
    #[serde(alias = "input")]
    source: Option<Source>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Whole(String),
    Lines(Vec<String>),
}

/// The module that a notebook's cells are; nothing if it isn't one of Python. The error says why it is no notebook.
pub fn read(text: &str) -> Result<String, String> {
    let notebook: Notebook = serde_json::from_str(text).map_err(|error| format!("it is no notebook: {error}"))?;
    if !is_python(&notebook.metadata) {
        return Ok(String::new());
    }
    let worksheets = notebook.worksheets.into_iter().flat_map(|sheet| sheet.cells);
    let cells = notebook.cells.unwrap_or_default().into_iter().chain(worksheets);
    let of_code = cells.enumerate().filter(|(_, cell)| cell.cell_type == "code");
    let cells: Vec<CodeCell> = of_code.map(|(place, cell)| code(place + 1, cell)).collect();
    Ok(module(&cells))
}

fn code(number: usize, cell: Cell) -> CodeCell {
    let source = match cell.source {
        None => String::new(),
        Some(Source::Whole(text)) => text,
        Some(Source::Lines(lines)) => lines.concat(),
    };
    let tags = cell.metadata.get("tags").and_then(Value::as_array);
    CodeCell { number, source, raises: tags.is_some_and(|tags| tags.iter().any(|tag| tag == "raises-exception")) }
}

/// What says nothing of its language in its metadata is one of Python.
pub fn is_python(metadata: &Value) -> bool {
    let names = [metadata.pointer("/kernelspec/language"), metadata.pointer("/language_info/name")];
    names.into_iter().flatten().filter_map(Value::as_str).all(|name| {
        let name = name.to_ascii_lowercase();
        name.is_empty() || name == "python" || name == "ipython"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_code_are_one_module() {
        let text = r##"{"nbformat": 4, "metadata": {"kernelspec": {"language": "python"}}, "cells": [
            {"cell_type": "markdown", "source": ["# x"]},
            {"cell_type": "code", "source": ["x = 1\n", "y = 2"], "outputs": [], "execution_count": null},
            {"cell_type": "code", "source": "!ls", "metadata": {"tags": ["raises-exception"]}},
            {"cell_type": "raw", "source": "z"}]}"##;
        assert_eq!(read(text).as_deref(), Ok("# %% [2]\nx = 1\ny = 2\n# %% [3]\nexec(get_ipython())\n"));
    }

    #[test]
    fn the_format_of_before() {
        let text = r#"{"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}"#;
        assert_eq!(read(text).as_deref(), Ok("# %% [1]\nx = 1\n"));
    }

    #[test]
    fn other_languages_have_no_cells() {
        let text =
            r#"{"metadata": {"language_info": {"name": "R"}}, "cells": [{"cell_type": "code", "source": "x <- 1"}]}"#;
        assert_eq!(read(text).as_deref(), Ok(""));
    }

    #[test]
    fn what_is_no_notebook_says_where() {
        for text in ["", "{", "[1]", r#"{"cells": [{"source": "x"}]}"#, r#"{"cells": 3}"#] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with("it is no notebook: ") && error.contains(" at line 1 column "), "{error}");
        }
        assert_eq!(read("{}").as_deref(), Ok(""));
    }
}
