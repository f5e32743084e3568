//! The folder of the cache: entries that are whole or aren't there, and a bound on all of them.
//!
//! An entry is a file with a mark, the version of its form, its content and the digest of that. It is written beside its
//! place and renamed, so that who reads it meanwhile sees the old one, the new one or none. What isn't as it should be is
//! no entry. Nothing here fails: a folder that can't be read or written is one that is empty and stays so.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use super::digest::Hashing;

/// What the files of entries end with.
const ENDING: &str = "entry";
/// What files end with while they are written.
const UNFINISHED: &str = "unfinished";

/// The mark of an entry, and the version of its form.
const MARK: &[u8; 8] = b"CFcache1";
const DIGEST: usize = 16;

/// The bounds of a folder, above which the entries are removed that were not used for the longest time.
const MOST_ENTRIES: usize = 64;
const MOST_BYTES: u64 = 256 << 20;

/// A file that is still being written after so long was left by a process that ended.
const ABANDONED: Duration = Duration::from_secs(600);

/// What programs that make backups look for: <https://bford.info/cachedir/>.
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
                   # This folder holds what earlier runs of `conformable check` found. It may be removed at any time.\n";

/// The folder of a cache, which may not be there yet.
#[derive(Clone, Debug)]
pub struct CacheFolder {
    path: PathBuf,
}

impl CacheFolder {
    /// The cache in this folder.
    pub fn new(path: PathBuf) -> CacheFolder {
        CacheFolder { path }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{ENDING}"))
    }

    /// The content of an entry.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.file(name)).ok()?;
        let content = bytes.strip_prefix(MARK)?;
        let (content, digest) = content.split_at_checked(content.len().checked_sub(DIGEST)?)?;
        let is_whole = Hashing::new(name).bytes(content).digest() == digest;
        let end = MARK.len() + content.len();
        is_whole.then(|| {
            bytes.truncate(end);
            bytes.drain(..MARK.len());
            bytes
        })
    }

    /// The names of entries that begin so, the one that was written or used last first.
    pub fn newest(&self, prefix: &str) -> Vec<String> {
        let name =
            |path: &PathBuf| path.file_stem()?.to_str().filter(|name| name.starts_with(prefix)).map(str::to_owned);
        let entries = self.files().into_iter().rev().filter(|(_, _, path)| has_ending(path, ENDING));
        entries.filter_map(|(_, _, path)| name(&path)).collect()
    }

    /// When each file was written or used, its bytes and its path, the oldest first.
    fn files(&self) -> Vec<(SystemTime, u64, PathBuf)> {
        let file = |file: fs::DirEntry| {
            let data = file.metadata().ok()?;
            Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), data.len(), file.path()))
        };
        let mut files: Vec<_> = fs::read_dir(&self.path).into_iter().flatten().flatten().filter_map(file).collect();
        files.sort();
        files
    }

    /// Takes an entry for one that was written now, so that others go before it.
    pub fn touch(&self, name: &str) {
        let file = fs::File::options().write(true).open(self.file(name));
        let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
    }

    /// Makes an entry of this content, or leaves what is there.
    pub fn write(&self, name: &str, content: &[u8]) {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if self.prepare().is_err() {
            return;
        }
        let digest = Hashing::new(name).bytes(content).digest();
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let beside = self.path.join(format!("{name}-{process}-{count}.{UNFINISHED}"));
        let written = fs::write(&beside, [MARK, content, &digest].concat());
        if written.and_then(|()| fs::rename(&beside, self.file(name))).is_err() {
            let _ = fs::remove_file(&beside);
        }
        self.tidy(MOST_ENTRIES, MOST_BYTES);
    }

    /// Makes the folder. One that was made here says of itself that it is a cache, and version control leaves it out.
    fn prepare(&self) -> std::io::Result<()> {
        if self.path.is_dir() {
            return Ok(());
        }
        fs::create_dir_all(&self.path)?;
        fs::write(self.path.join("CACHEDIR.TAG"), TAG)?;
        fs::write(self.path.join(".gitignore"), "# Made by conformable.\n*\n")
    }

    /// Removes the oldest entries until the others are within these bounds, and what was left unfinished.
    fn tidy(&self, most_entries: usize, most_bytes: u64) {
        let files = self.files();
        let unfinished = files.iter().filter(|(_, _, path)| has_ending(path, UNFINISHED));
        unfinished
            .filter(|(written, ..)| is_older(*written, ABANDONED))
            .for_each(|(_, _, path)| drop(fs::remove_file(path)));
        let entries: Vec<_> = files.iter().filter(|(_, _, path)| has_ending(path, ENDING)).collect();
        let mut bytes: u64 = entries.iter().map(|(_, len, _)| len).sum();
        let mut left = entries.len();
        for (_, len, path) in entries {
            if left <= most_entries && bytes <= most_bytes {
                return;
            }
            let _ = fs::remove_file(path);
            (left, bytes) = (left - 1, bytes - len);
        }
    }
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|of_path| of_path == ending)
}

fn is_older(written: SystemTime, than: Duration) -> bool {
    SystemTime::now().duration_since(written).is_ok_and(|age| age > than)
}

/// Whether there is a folder at this path, or could be one: something else may stand there.
pub fn is_possible(path: &Path) -> bool {
    path.is_dir() || !path.exists()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// One in a folder that is there as long as what comes with it.
    fn folder() -> (CacheFolder, TempDir) {
        let around = tempfile::tempdir().expect("a folder");
        (CacheFolder::new(around.path().join("deep").join("cache")), around)
    }

    #[test]
    fn an_entry_is_read_as_it_was_written_or_not_at_all() {
        let (folder, _around) = folder();
        assert_eq!(folder.read("a"), None);
        for content in [&b""[..], b"x", &[7; 100_000]] {
            folder.write("a", content);
            assert_eq!(folder.read("a").as_deref(), Some(content));
        }
        let file = folder.file("a");
        let whole = fs::read(&file).expect("an entry");
        for at in [0, 7, 8, 5_000, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&file, &bytes).expect("a file");
            assert_eq!(folder.read("a"), None, "a bit is wrong at {at}");
            fs::write(&file, &whole[..at]).expect("a file");
            assert_eq!(folder.read("a"), None, "it ends at {at}");
        }
        fs::write(folder.file("b"), &whole).expect("a file");
        assert_eq!(folder.read("b"), None, "it is another one's");
        folder.write("a", b"y");
        assert_eq!(folder.read("a").as_deref(), Some(&b"y"[..]));
        let tag = fs::read_to_string(folder.path.join("CACHEDIR.TAG")).expect("a tag");
        assert!(tag.starts_with("Signature: 8a477f597d28d172789f06886806bc55\n"));
        assert!(fs::read_to_string(folder.path.join(".gitignore")).is_ok_and(|text| text.ends_with("\n*\n")));
    }

    #[test]
    fn the_oldest_entries_go_first() {
        let (folder, _around) = folder();
        for (age, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            folder.write(name, &[0; 1_000]);
            let file = fs::File::options().write(true).open(folder.file(name)).expect("an entry");
            let written = SystemTime::now() - Duration::from_secs(100 - age as u64);
            file.set_modified(written).expect("a time");
        }
        let left = || ["a", "b", "c", "d"].map(|name| folder.read(name).is_some());
        folder.touch("a");
        folder.touch("e");
        folder.tidy(3, 1_000_000);
        assert_eq!(left(), [true, false, true, true], "what was used stays");
        folder.write("b", &[0; 1_000]);
        let file = fs::File::options().write(true).open(folder.file("a")).expect("an entry");
        file.set_modified(SystemTime::now() - Duration::from_secs(200)).expect("a time");
        folder.tidy(3, 1_000_000);
        assert_eq!(left(), [false, true, true, true]);
        folder.tidy(3, 2_100);
        assert_eq!(left(), [false, true, false, true]);
        let unfinished = folder.path.join(format!("d-1-1.{UNFINISHED}"));
        fs::write(&unfinished, "x").expect("a file");
        folder.tidy(3, 2_100);
        assert!(unfinished.exists(), "it is being written");
        let file = fs::File::options().write(true).open(&unfinished).expect("a file");
        file.set_modified(SystemTime::now() - ABANDONED - Duration::from_secs(1)).expect("a time");
        folder.tidy(3, 2_100);
        assert!(!unfinished.exists());
    }

    #[test]
    fn what_cannot_be_written_is_not_kept() {
        let (folder, _around) = folder();
        fs::create_dir_all(folder.path.parent().expect("a folder")).expect("a folder");
        fs::write(&folder.path, "a file").expect("a file");
        folder.write("a", b"x");
        assert_eq!(folder.read("a"), None);
        assert!(!is_possible(&folder.path));
    }
}
