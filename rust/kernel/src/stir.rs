//! A fast hash for keys that are not chosen by an adversary.

use std::hash::{BuildHasherDefault, Hasher};

/// The hasher of a fast table. Such a table must never be iterated.
pub type Quick = BuildHasherDefault<Stir>;

/// The state of the hash function.
#[derive(Default)]
pub struct Stir(u64);

impl Hasher for Stir {
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(u64::from(b)));
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
