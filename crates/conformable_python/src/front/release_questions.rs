//! What the text of a module says that may be a question for the release of NumPy: one pass over it, for all names.

use rustc_hash::FxHashSet;

/// Words of a line that asks for a release, or that runs what follows only where something is there.
const ASKS: [&str; 5] = ["NumpyVersion", "skipif", "skipIf", "skipUnless", "importorskip"];

#[derive(Default)]
pub struct ReleaseQuestions {
    /// Some line asks for the release.
    asks: bool,
    /// The names that stand in quotes, as `hasattr` and `getattr` have them.
    quoted: FxHashSet<Box<str>>,
}

impl ReleaseQuestions {
    pub fn of(text: &str) -> ReleaseQuestions {
        let asks = |line: &str| {
            let version = line.contains(".__version__") && !line.contains("print(");
            version || ASKS.iter().any(|word| line.contains(word))
        };
        let is_name = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_');
        let quoted = ['"', '\''].into_iter().flat_map(|quote| text.split(quote)).filter(is_name);
        ReleaseQuestions { asks: text.lines().any(asks), quoted: quoted.map(Box::from).collect() }
    }

    /// May the module ask for the release?
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// May the module ask whether NumPy has this name?
    pub fn may_ask(&self, name: &str) -> bool {
        self.asks || self.quoted.contains(name)
    }
}

#[cfg(test)]
mod tests {
    use super::ReleaseQuestions;

    #[test]
    fn names_in_quotes_and_releases_are_questions() {
        let named = ReleaseQuestions::of("if hasattr(np, 'float'):\n    x = np.float\nprint(np.__version__)\n");
        assert!(named.may_ask("float") && !named.may_ask("product"));
        assert!(ReleaseQuestions::of("old = np.__version__ < '2'").may_ask("product"));
        assert!(!ReleaseQuestions::of("x = np.product(y)").may_ask("product"));
    }
}
