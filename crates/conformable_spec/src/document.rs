//! A Markdown page cut into sections with their code blocks.
//!
//! Only what tests need is read: headers, fences, and the line before a fence. Prose is prose.

/// A page.
#[derive(Debug, Default)]
pub struct Document {
    /// The parts that have code, in order.
    pub sections: Vec<Section>,
}

/// The part of a page from one header to the next.
#[derive(Debug, Default)]
pub struct Section {
    /// The headers that it is under, outermost first.
    pub titles: Vec<String>,
    /// Its code blocks.
    pub blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The word after the fence.
    pub language: String,
    /// The word after that: the dialect in which a Python block is judged.
    pub dialect: Option<String>,
    /// The file name on the line before.
    pub file: Option<String>,
    /// The line in the page of the first line of `text`, from 1.
    pub line: usize,
    /// The lines inside, each with its end.
    pub text: String,
}

impl Section {
    /// The titles as one name.
    pub fn name(&self) -> String {
        self.titles.join(" - ")
    }
}

/// Reads a page. A fence that is never closed extends to the end.
pub fn parse(page: &str) -> Document {
    let mut document = Document::default();
    let mut section = Section::default();
    let mut titles: Vec<(usize, String)> = Vec::new();
    let mut before = "";
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some((fence, info)) = opening(line) {
            let mut block = Block {
                language: info.split_whitespace().next().unwrap_or("").to_owned(),
                dialect: info.split_whitespace().nth(1).map(str::to_owned),
                file: file_name(before),
                line: at + 2,
                text: String::new(),
            };
            for (_, line) in lines.by_ref() {
                if line.trim_end() == fence {
                    break;
                }
                block.text.push_str(line);
                block.text.push('\n');
            }
            section.blocks.push(block);
            before = "";
            continue;
        }
        if let Some((level, title)) = header(line) {
            if !section.blocks.is_empty() {
                document.sections.push(section);
            }
            titles.retain(|(above, _)| *above < level);
            titles.push((level, title.to_owned()));
            section = Section { titles: titles.iter().map(|(_, title)| title.clone()).collect(), blocks: Vec::new() };
        }
        if !line.trim().is_empty() {
            before = line;
        }
    }
    if !section.blocks.is_empty() {
        document.sections.push(section);
    }
    document
}

/// The fence and the info string of a line that opens a block.
fn opening(line: &str) -> Option<(&str, &str)> {
    let ticks = line.len() - line.trim_start_matches('`').len();
    (ticks >= 3).then(|| line.split_at(ticks))
}

fn header(line: &str) -> Option<(usize, &str)> {
    let level = line.len() - line.trim_start_matches('#').len();
    let title = line[level..].strip_prefix(' ')?.trim();
    (1..=6).contains(&level).then_some((level, title))
}

/// The name in a line that ends like `` `model.py`: ``.
fn file_name(line: &str) -> Option<String> {
    let quoted = line.trim_end().strip_suffix("`:")?;
    let name = quoted.rsplit('`').next()?;
    name.ends_with(".py").then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Title

Prose.

## One

```python
a = 1
```

More.

`pkg/model.py`:

```python
b = 2
```

## Nothing here

# Other

````text
```
# no header
````
";

    #[test]
    fn sections_and_blocks() {
        let document = parse(PAGE);
        let names: Vec<String> = document.sections.iter().map(Section::name).collect();
        assert_eq!(names, ["Title - One", "Other"]);
        let blocks = &document.sections[0].blocks;
        assert_eq!(blocks[0].line, 8);
        assert_eq!((blocks[0].file.as_deref(), blocks[0].text.as_str()), (None, "a = 1\n"));
        assert_eq!(blocks[1].file.as_deref(), Some("pkg/model.py"));
        assert_eq!(document.sections[1].blocks[0].text, "```\n# no header\n");
    }
}
