//! The texts that files had in the runs of one process, so that what reads them again keeps one that is the same, and reads
//! none that nobody can have written since.
//!
//! Somebody who types has each file read that theirs imports, at each key: for a module of SciPy three hundred. What the disk
//! says of a file when it is read is its *stamp*; one that has the same stamp later has the same text. A write that follows
//! another within the clock's resolution leaves the stamp as it is, so a stamp counts only if the last change is older
//! than that by far when the file is read.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use conformable_python::diagnostic::Diagnostic;
use rustc_hash::FxHashMap;

use crate::read;

/// The clocks of file systems have steps of two seconds at most.
const RESOLUTION: Duration = Duration::from_secs(3);

/// Texts by the paths of their files.
#[derive(Default)]
pub struct KnownTexts(Mutex<FxHashMap<PathBuf, KnownText>>);

struct KnownText {
    text: Arc<str>,
    /// `None` where a change might not show.
    stamp: Option<Stamp>,
}

/// What the disk says of a file, which a change of its text changes too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    bytes: u64,
    modified: SystemTime,
    /// Which file it is and when it was last changed in any way, as far as the system says so.
    #[cfg(unix)]
    changed: (u64, u64, i64, i64),
}

impl Stamp {
    /// `None` of a file that was changed shortly before `now`, or later.
    fn of(data: &Metadata, now: SystemTime) -> Option<Stamp> {
        let modified = data.modified().ok()?;
        let is_old = |time: SystemTime| now.duration_since(time).is_ok_and(|age| age > RESOLUTION);
        #[cfg(unix)]
        let changed = {
            use std::os::unix::fs::MetadataExt;
            let at = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(data.ctime()).ok()?);
            is_old(at).then_some((data.dev(), data.ino(), data.ctime(), data.ctime_nsec()))?
        };
        let bytes = data.len();
        is_old(modified).then_some(Stamp {
            bytes,
            modified,
            #[cfg(unix)]
            changed,
        })
    }
}

impl KnownTexts {
    /// As [`read::read`].
    pub fn read(&self, path: &Path, shown: &str) -> Result<Arc<str>, Box<Diagnostic>> {
        let stamp = std::fs::metadata(path).ok().and_then(|data| Stamp::of(&data, SystemTime::now()));
        if let Some(stamp) = stamp
            && let Some(known) = self.lock().get(path)
            && known.stamp == Some(stamp)
        {
            return Ok(Arc::clone(&known.text));
        }
        // A change after the stamp was taken shows the next time.
        let text = read::read(path, shown)?;
        let mut known = self.lock();
        let text = match known.get(path) {
            Some(known) if known.text == text => Arc::clone(&known.text),
            _ => text,
        };
        known.insert(path.to_owned(), KnownText { text: Arc::clone(&text), stamp });
        Ok(text)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<PathBuf, KnownText>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_old(path: &Path) {
        let file = std::fs::File::options().write(true).open(path).expect("it is there");
        file.set_modified(SystemTime::now() - Duration::from_secs(3600)).expect("its time can be set");
    }

    #[test]
    fn a_file_that_was_written_again_is_read_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.py");
        let known = KnownTexts::default();
        for text in ["x = 1\n", "x = 2\n", "x = 3\n"] {
            std::fs::write(&file, text).expect("it can be written");
            made_old(&file);
            let first = known.read(&file, "a.py").expect("it can be read");
            let second = known.read(&file, "a.py").expect("it can be read");
            assert_eq!(&*first, text);
            assert!(Arc::ptr_eq(&first, &second), "one text that is the same is kept");
        }
        std::fs::remove_file(&file).expect("it was there");
        assert!(known.read(&file, "a.py").is_err());
    }

    #[test]
    fn a_stamp_counts_only_when_another_change_would_show() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.py");
        std::fs::write(&file, "x = 1\n").expect("it can be written");
        let data = std::fs::metadata(&file).expect("it is there");
        let now = SystemTime::now();
        assert_eq!(Stamp::of(&data, now), None);
        assert_eq!(Stamp::of(&data, now - Duration::from_secs(60)), None, "a clock that was set back");
        let later = Stamp::of(&data, now + Duration::from_secs(60)).expect("it is old by then");
        std::fs::write(&file, "x = 22\n").expect("it can be written");
        let data = std::fs::metadata(&file).expect("it is there");
        assert_ne!(Stamp::of(&data, now + Duration::from_secs(60)), Some(later));
    }
}
