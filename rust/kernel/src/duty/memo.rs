//! Cached results for parts of a problem, and for problems that differ only in which attackers are
//! held where.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use super::{Mask, Spots};
use crate::stir::Quick;

/// Results by key: whether a part of a problem can be solved. Never iterated, so that results do
/// not depend on the order of the table.
#[derive(Default)]
pub(super) struct Memo {
    known: HashMap<Key, bool, Quick>,
}

impl Memo {
    /// Whether a part can be solved, if the result is stored.
    pub(super) fn known(&self, key: &Key) -> Option<bool> {
        self.known.get(key).copied()
    }

    /// Stores a result.
    pub(super) fn keep(&mut self, key: Key, found: bool) {
        self.known.insert(key, found);
    }
}

/// Everything on which the rest of a search within a part depends.
#[derive(PartialEq, Eq)]
pub(super) struct Key {
    pub(super) targets: Mask,
    pub(super) attackers: Mask,
    pub(super) owed: Mask,
    pub(super) idle: Mask,
    pub(super) held: Mask,
    pub(super) rest: Spots,
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let masks = [
            self.targets,
            self.attackers,
            self.owed,
            self.idle,
            self.held,
        ];
        for mask in masks {
            hasher.write_u64(mask as u64);
            hasher.write_u64((mask >> 64) as u64);
        }
        for &word in &self.rest {
            hasher.write_u64(u64::from(word));
        }
    }
}
