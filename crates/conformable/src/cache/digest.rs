//! Digests: what a result rests on, as a short number that nothing else has.

/// A hash of 128 bits, which no two inputs share by accident.
pub type Digest = [u8; 16];

/// Hashes a sequence of parts: equal digests are of equal sequences.
pub struct Hashing(blake3::Hasher);

impl Hashing {
    /// The beginning of a sequence; `what` tells those of different meaning apart.
    pub fn new(what: &str) -> Hashing {
        let mut hashing = Hashing(blake3::Hasher::new());
        hashing.text(what);
        hashing
    }

    /// Goes on with a text.
    pub fn text(&mut self, text: &str) -> &mut Hashing {
        self.bytes(text.as_bytes())
    }

    /// Goes on with bytes. Their number comes first, so that parts don't flow into each other.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Hashing {
        self.number(bytes.len() as u64);
        self.0.update(bytes);
        self
    }

    /// Goes on with a number.
    pub fn number(&mut self, number: u64) -> &mut Hashing {
        self.0.update(&number.to_le_bytes());
        self
    }

    /// Goes on with several texts.
    pub fn texts<T: AsRef<str>>(&mut self, texts: impl ExactSizeIterator<Item = T>) -> &mut Hashing {
        self.number(texts.len() as u64);
        for text in texts {
            self.text(text.as_ref());
        }
        self
    }

    /// The digest of the sequence.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        let len = digest.len();
        digest.copy_from_slice(&self.0.finalize().as_bytes()[..len]);
        digest
    }
}

/// The digest of a text.
pub fn of_text(text: &str) -> Digest {
    Hashing::new("text").text(text).digest()
}

/// A digest in hexadecimal digits.
pub fn hexadecimal(digest: &Digest) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_flow_into_each_other() {
        let of = |parts: &[&str]| Hashing::new("x").texts(parts.iter()).digest();
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
        assert_ne!(Hashing::new("x").digest(), Hashing::new("y").digest());
        assert_eq!(hexadecimal(&[0x0f; 16]), "0f".repeat(16));
    }
}
