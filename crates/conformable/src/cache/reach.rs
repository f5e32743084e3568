//! What the report of a file rests on besides its own text: the modules that its imports lead to, theirs, and so on, as
//! one digest.
//!
//! Which imports a module asks for is known from the runs that evaluated it; where they lead is found out anew, so that a
//! file that has appeared or gone is noticed. Equal digests are of equal texts that lead to each other in the same way.
//! Modules that import each other in a circle have one digest, so that the work is linear.

use std::sync::{Arc, Mutex, PoisonError};

use conformable_python::SourceFile;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::digest::{self, Digest, Hashing};
use crate::loader::{Disk, ImportName, Loader};

/// An import of a module, or of code that stands in it and is evaluated by itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AskedIn {
    /// What the path of that code has behind the module's; empty for the module.
    pub part: String,
    /// The import.
    pub name: ImportName,
}

/// The imports of modules by their displayed paths and the digests of their texts, each list in order.
pub type ImportsOf = FxHashMap<(Arc<str>, Digest), Vec<AskedIn>>;

/// The digests of texts, each made once.
#[derive(Default)]
pub struct TextDigests(Mutex<FxHashMap<Arc<str>, Digest>>);

impl TextDigests {
    /// Makes those of many files by all threads.
    pub fn prepare(&self, files: &[SourceFile]) {
        let made: Vec<Digest> = files.par_iter().map(|file| digest::of_text(&file.text)).collect();
        let known = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(files.iter().zip(made).map(|(file, digest)| (Arc::clone(&file.path), digest)));
    }

    /// The digest of a file's text. In one run a path has one text.
    pub fn of(&self, file: &SourceFile) -> Digest {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&file.path) {
            return *known;
        }
        let digest = digest::of_text(&file.text);
        lock().insert(Arc::clone(&file.path), digest);
        digest
    }
}

struct Node {
    own: Digest,
    leads_to: Vec<usize>,
}

/// The digest of each of these files, and of all modules that they lead to.
pub fn rests_on(
    files: &[SourceFile],
    imports: &ImportsOf,
    loader: &Loader<Disk>,
    texts: &TextDigests,
) -> FxHashMap<Arc<str>, Digest> {
    let mut places: FxHashMap<Arc<str>, usize> = FxHashMap::default();
    let mut found: Vec<SourceFile> = Vec::new();
    let mut place = |file: &SourceFile, found: &mut Vec<SourceFile>| {
        *places.entry(Arc::clone(&file.path)).or_insert_with(|| {
            found.push(file.clone());
            found.len() - 1
        })
    };
    for file in files {
        place(file, &mut found);
    }
    let mut nodes: Vec<Node> = Vec::new();
    while let Some(file) = found.get(nodes.len()).cloned() {
        let text = texts.of(&file);
        let mut own = Hashing::new("module");
        own.text(&file.path).text(file.module.as_deref().unwrap_or("-")).bytes(&text);
        let asked = imports.get(&(Arc::clone(&file.path), text));
        let mut leads_to = Vec::new();
        for AskedIn { part, name } in asked.map_or(&[][..], Vec::as_slice) {
            let importer = format!("{}{part}", file.path);
            let target = loader.load_named(&importer, name);
            own.text(part).text(&name.dotted).number(name.level.into()).number(name.or_header.into());
            own.text(target.as_ref().map_or("", |target| &target.path));
            leads_to.extend(target.map(|target| place(&target, &mut found)));
        }
        leads_to.sort_unstable();
        leads_to.dedup();
        nodes.push(Node { own: own.digest(), leads_to });
    }
    let digests = Circles::digests(&nodes);
    places.into_iter().map(|(path, at)| (path, digests[at])).collect()
}

/// Tarjan's algorithm: the modules that lead to each other are found together, after all others that they lead to.
struct Circles<'a> {
    nodes: &'a [Node],
    /// When each was first met, from 1; 0 if it wasn't.
    met: Vec<usize>,
    count: usize,
    open: Vec<usize>,
    digests: Vec<Option<Digest>>,
}

impl Circles<'_> {
    fn digests(nodes: &[Node]) -> Vec<Digest> {
        let len = nodes.len();
        let mut circles = Circles { nodes, met: vec![0; len], count: 0, open: Vec::new(), digests: vec![None; len] };
        for node in 0..len {
            if circles.met[node] == 0 {
                circles.visit(node);
            }
        }
        circles.digests.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The first that was met of those that this one leads to and that are still open.
    fn visit(&mut self, node: usize) -> usize {
        self.count += 1;
        let own = self.count;
        self.met[node] = own;
        let begin = self.open.len();
        self.open.push(node);
        let mut first = own;
        for next in &self.nodes[node].leads_to {
            if self.met[*next] == 0 {
                first = first.min(self.visit(*next));
            } else if self.digests[*next].is_none() {
                first = first.min(self.met[*next]);
            }
        }
        if first == own {
            self.close(begin);
        }
        first
    }

    fn close(&mut self, begin: usize) {
        let members = self.open.split_off(begin);
        let mut own: Vec<Digest> = members.iter().map(|member| self.nodes[*member].own).collect();
        let outside = members.iter().flat_map(|member| &self.nodes[*member].leads_to);
        let mut behind: Vec<Digest> = outside.filter_map(|next| self.digests[*next]).collect();
        let mut hashing = Hashing::new("circle");
        for digests in [&mut own, &mut behind] {
            digests.sort_unstable();
            digests.dedup();
            hashing.bytes(&digests.concat());
        }
        let digest = hashing.digest();
        members.into_iter().for_each(|member| self.digests[member] = Some(digest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(edges: &[&[usize]], texts: &[&str]) -> Vec<Digest> {
        let node = |(edges, text): (&&[usize], &&str)| Node { own: digest::of_text(text), leads_to: edges.to_vec() };
        Circles::digests(&edges.iter().zip(texts).map(node).collect::<Vec<_>>())
    }

    #[test]
    fn a_digest_is_of_all_that_is_led_to_and_of_nothing_else() {
        // 0 -> 1 <-> 2 -> 3, 4 -> 3, 5 -> 0
        let edges: &[&[usize]] = &[&[1], &[2], &[1, 3], &[], &[3], &[0]];
        let texts = ["a", "b", "c", "d", "e", "f"];
        let before = digests(edges, &texts);
        assert_eq!(before[1], before[2]);
        for (changed, reached) in [(0, &[0, 5][..]), (1, &[0, 1, 2, 5]), (3, &[0, 1, 2, 3, 4, 5]), (5, &[5])] {
            let mut texts = texts;
            texts[changed] = "other";
            let after = digests(edges, &texts);
            let differ: Vec<usize> = (0..6).filter(|node| before[*node] != after[*node]).collect();
            assert_eq!(differ, reached, "{changed}");
        }
        // A new way to what was there already is a change, too, if a module's own digest says so; this is the graph's.
        assert_ne!(digests(&[&[], &[]], &["a", "b"])[0], digests(&[&[1], &[]], &["a", "b"])[0]);
    }
}
