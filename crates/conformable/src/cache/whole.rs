//! What a whole run said, for one in which nothing has changed: its entry is found by the texts of its files and the
//! configuration, and counts if all else that the run has read is as it was.
//!
//! All that a run reads of the disk goes through [`Disk`]: texts, and whether a file is there. Where an import leads follows
//! from these, so that neither imports nor syntax are looked at.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use conformable_python::Counts;
use conformable_python::rules::Rules;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::Answered;
use super::digest::{Digest, Hashing, hexadecimal};
use super::folder::CacheFolder;
use super::reach::TextDigests;
use super::stored::{self, StoredFinding};
use crate::loader::{Disk, Loader, names_in};
use crate::run::{Outcome, ReadFiles};

/// What was asked of the disk, and the answer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Probe {
    /// There is such a file.
    File(PathBuf),
    /// There is none, in a folder that there is.
    NoFile(PathBuf),
    /// There is no such folder, so none of the files that were looked for below it.
    NoFolder(PathBuf),
    /// These modules and packages may be in a folder.
    Names(PathBuf, BTreeSet<String>),
}

#[derive(Serialize, Deserialize)]
struct StoredRun {
    /// The files that the run read besides those that it was given, with the digests of their texts if they could be read.
    others: Vec<(PathBuf, Option<Digest>)>,
    probes: Vec<Probe>,
    findings: Vec<StoredFinding>,
    counts: Counts,
    apart: usize,
}

impl Probe {
    fn holds(&self) -> bool {
        match self {
            Probe::File(path) => path.is_file(),
            Probe::NoFile(path) => !path.is_file(),
            Probe::NoFolder(path) => !path.is_dir(),
            Probe::Names(path, names) => names_in(path) == *names,
        }
    }
}

/// The name of the entry of a run, by its `configuration` and what was read.
pub fn name(configuration: &Digest, read: &ReadFiles, texts: &TextDigests) -> String {
    let mut hashing = Hashing::new("run");
    hashing.bytes(configuration);
    let mut loaded = read.loader.loaded();
    loaded.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, file) in loaded {
        hashing.bytes(path.as_os_str().as_encoded_bytes());
        let Some(file) = file else { continue };
        hashing.text(&file.path).text(file.module.as_deref().unwrap_or("-")).bytes(&texts.of(&file));
    }
    // Files that can't be read have a finding, and what is wrong with them is part of the answer.
    for finding in read.findings.clone().into_sorted() {
        hashing.text(&finding.place.file).text(&finding.message);
    }
    format!("run-{}", hexadecimal(&hashing.digest()))
}

/// What the run of this name said. Its other files are read again, so that they can be quoted.
pub fn recall(
    folder: &CacheFolder,
    name: &str,
    read: &ReadFiles,
    rules: Rules,
    texts: &TextDigests,
) -> Option<Answered> {
    let run: StoredRun = postcard::from_bytes(&folder.read(name)?).ok()?;
    let StoredRun { others, probes, findings, counts: known, apart } = run;
    let is_as_it_was = |(path, text): &(PathBuf, Option<Digest>)| {
        let file = read.loader.load_file(path.clone());
        file.map(|file| texts.of(&file)) == *text
    };
    let holds = probes.par_iter().all(Probe::holds) && others.par_iter().all(is_as_it_was);
    if !holds {
        return None;
    }
    let diagnostics = stored::findings(findings, rules)?;
    Some(Answered { diagnostics, known, texts: read.loader.texts(), files: read.count, apart, fresh: 0 })
}

/// Keeps what a run said. `given` are the files that it was given.
pub fn keep(
    folder: &CacheFolder,
    name: &str,
    (loader, given): (&Loader<Disk>, &[PathBuf]),
    outcome: &Outcome,
    texts: &TextDigests,
) {
    let given: FxHashSet<&PathBuf> = given.iter().collect();
    let mut others = Vec::new();
    let mut known: FxHashSet<PathBuf> = FxHashSet::default();
    for (path, file) in loader.loaded() {
        if file.is_some() {
            known.insert(path.clone());
        }
        if !given.contains(&path) {
            others.push((path, file.map(|file| texts.of(&file))));
        }
    }
    others.sort();
    // Of what has been read it is known that it is there.
    let asked = loader.files().probed().into_iter().filter(|(path, _)| !known.contains(path));
    let run = StoredRun {
        others,
        probes: probes(asked, loader.files().listed()),
        findings: outcome.diagnostics.iter().map(StoredFinding::of).collect(),
        counts: outcome.facts.counts(),
        apart: outcome.apart,
    };
    // A path that isn't text can't be written down: such a run isn't kept.
    if let Ok(content) = postcard::to_stdvec(&run) {
        folder.write(name, &content);
    }
}

/// Few questions that have these answers alone: for all files below a folder that isn't there, whether that is there.
fn probes(asked: impl Iterator<Item = (PathBuf, bool)>, listed: Vec<(PathBuf, BTreeSet<String>)>) -> Vec<Probe> {
    let mut folders: FxHashMap<PathBuf, bool> = FxHashMap::default();
    let mut is_folder = |path: &Path| match folders.get(path) {
        Some(known) => *known,
        None => {
            let is_folder = path.is_dir();
            folders.insert(path.to_owned(), is_folder);
            is_folder
        }
    };
    let mut probes: Vec<Probe> = listed.into_iter().map(|(folder, names)| Probe::Names(folder, names)).collect();
    for (path, is_file) in asked {
        let missing = path.ancestors().skip(1).take_while(|folder| !is_folder(folder)).last();
        probes.push(match missing {
            _ if is_file => Probe::File(path),
            Some(folder) => Probe::NoFolder(folder.to_owned()),
            None => Probe::NoFile(path),
        });
    }
    probes.sort_unstable();
    probes.dedup();
    probes
}
