//! The catalogue as documentation: entries as their stub files write them, and which names say nothing yet.

use super::{Catalogue, Definition};

/// A definition as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The stub file and the line: `numpy/shape.pyi:109`.
    pub place: String,
    /// Its lines, unindented.
    pub text: String,
}

impl Listed {
    fn of(definition: &Definition) -> Listed {
        let item = &definition.item;
        let lines: Vec<&str> = item.own_text().lines().collect();
        let indent = lines.first().map_or(0, |line| line.len() - line.trim_start().len());
        let lines: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
        Listed { place: format!("{}:{}", item.file, item.line), text: lines.join("\n") }
    }
}

/// How many names of a namespace, or attributes of a class, say something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamespaceCoverage {
    pub namespace: String,
    pub names: usize,
    /// Those of which nothing is said: what they give is unknown.
    pub unknown: Vec<&'static str>,
}

/// Is it a name of the library, or one that stubs have among themselves: what classes share, how functions are called?
pub(super) fn is_public(path: &str) -> bool {
    !path.contains("._") && !path.ends_with(".applied")
}

impl Catalogue {
    /// The definitions of the function at a path, as its stub file writes them.
    pub fn source(&'static self, path: &str) -> Option<String> {
        let texts: Vec<String> = self.definitions(path)?.into_iter().map(|listed| listed.text).collect();
        Some(texts.join("\n"))
    }

    /// The definitions of a function (`numpy.stack`), of a constant or of an attribute (`ndarray.reshape`), with what they
    /// are made of; `None` if there is no such name.
    pub fn definitions(&'static self, path: &str) -> Option<Vec<Listed>> {
        let path = self.canonical(path);
        let own = |layer: &'static Catalogue| {
            let function = layer.functions.get(path.as_ref()).map(|function| &function.slot.items);
            function.or_else(|| layer.constants.get(path.as_ref()).map(|constant| &constant.items))
        };
        let items = self.layers().find_map(own).or_else(|| {
            let (class, name) = path.rsplit_once('.')?;
            self.member_slot(class.rsplit('.').next()?, name).map(|(_, member)| &member.slot.items)
        });
        let Some(items) = items else {
            // The dtypes that a table has.
            let text = format!("{}: {}", path.rsplit('.').next()?, self.constant(&path)?);
            return Some(vec![Listed { place: "numpy/dtypes.toml".to_owned(), text }]);
        };
        let mut listed = Vec::new();
        for definition in items {
            listed.push(Listed::of(definition));
            let assigned = definition.item.assigned();
            // One of a family: `sum = total("sum")`.
            let family = assigned.split('(').next().unwrap_or_default().to_owned();
            let templates =
                self.layers().find_map(|layer| layer.templates.get(&(definition.item.file, family.clone())));
            listed.extend(templates.into_iter().flatten().map(Listed::of));
            // Another function's name: `sum = numpy.sum`.
            if templates.is_none() && assigned != path.as_ref() && self.function(assigned).is_some() {
                listed.extend(self.definitions(assigned).into_iter().flatten());
            }
        }
        Some(listed)
    }

    /// The name of the library that it describes.
    pub fn library(&'static self) -> &'static str {
        self.ground().namespaces.first().map_or("", String::as_str)
    }

    /// The paths of all functions and constants, with the second names that some have.
    pub fn paths(&'static self) -> Vec<String> {
        let mut paths: Vec<String> = self
            .public_namespaces()
            .into_iter()
            .flat_map(|namespace| self.names_of(namespace).into_iter().map(move |name| format!("{namespace}.{name}")))
            .filter(|path| !self.namespace(path))
            .collect();
        paths.sort_unstable();
        paths.dedup();
        paths
    }

    /// How much is said of the names of each namespace, and of the attributes of arrays.
    pub fn coverage(&'static self) -> Vec<NamespaceCoverage> {
        let of_namespaces = self.public_namespaces().into_iter().map(|namespace| {
            let mut names = self.names_of(namespace);
            names.retain(|name| !self.namespace(&format!("{namespace}.{name}")));
            self.covered(namespace, names)
        });
        of_namespaces.chain([self.covered("ndarray", self.members_of("ndarray"))]).collect()
    }

    fn public_namespaces(&'static self) -> Vec<&'static String> {
        let namespaces = self.layers().flat_map(|layer| &layer.namespaces);
        let mut namespaces: Vec<&String> = namespaces.filter(|namespace| is_public(namespace)).collect();
        namespaces.sort_unstable();
        namespaces.dedup();
        namespaces
    }

    fn covered(&'static self, namespace: &str, names: Vec<&'static str>) -> NamespaceCoverage {
        let count = names.len();
        let unknown = names.into_iter().filter(|name| !self.says_something(&format!("{namespace}.{name}")));
        NamespaceCoverage { namespace: namespace.to_owned(), names: count, unknown: unknown.collect() }
    }

    /// Is any definition of it more than its name?
    fn says_something(&'static self, path: &str) -> bool {
        let says_nothing = |text: &str| text.ends_with("-> Unknown: ...") || text.ends_with(": Unknown");
        self.definitions(path).is_none_or(|listed| listed.iter().any(|listed| !says_nothing(&listed.text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(path: &str) -> Vec<String> {
        let listed = Catalogue::numpy().definitions(path).unwrap_or_default();
        listed.into_iter().map(|listed| listed.text).collect()
    }

    #[test]
    fn entries_as_they_are_written() {
        let stack = Catalogue::numpy().definitions("numpy.stack").expect("an entry");
        assert!(stack[0].place.starts_with("numpy/shape.pyi:"), "{stack:?}");
        assert!(stack[0].text.contains("def stack("), "{stack:?}");
        // A second name is the first's entry, a method the function's that it is.
        assert_eq!(texts("numpy.amax"), texts("numpy.max"));
        assert_eq!(texts("ndarray.sum")[0], "sum = numpy.sum");
        assert!(texts("ndarray.sum").len() > 1);
        assert!(texts("numpy.pi")[0].starts_with("pi:"));
        // The one of a family and the family.
        assert!(texts("numpy.sqrt")[0].starts_with("sqrt = "));
        assert!(texts("numpy.sqrt").len() > 1);
        assert_eq!(texts("numpy.float32"), ["float32: DType[float32]"]);
        assert_eq!(Catalogue::numpy().definitions("numpy.stak"), None);
    }

    #[test]
    fn what_says_nothing_is_counted() {
        let coverage = Catalogue::numpy().coverage();
        let numpy = coverage.iter().find(|row| row.namespace == "numpy").expect("it is there");
        assert!(numpy.unknown.contains(&"bmat") && !numpy.unknown.contains(&"stack"), "{numpy:?}");
        assert!(numpy.names > 400 && numpy.unknown.len() < 60, "{numpy:?}");
        assert!(Catalogue::numpy().paths().contains(&"numpy.linalg.norm".to_owned()));
    }
}
