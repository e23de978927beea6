//! Scratch memory: the caches and buffers of a thread.

use super::duty::{Beside, Draft};
use super::memo::incremental::{Changed, Changes, Follow};
use super::memo::keys::KeptUnits;
use super::{Effect, Stats};
use crate::game::Game;
use crate::state::State;
use crate::vm::eval::component::Component;
use eastfront_kernel::duty::Plan;
use eastfront_kernel::reach::ReachScratch;
use std::borrow::Cow;

/// The number of values cached for each view, one for each key. It is small, so that all fit into
/// the second-level cache: a game in progress rarely returns to an older value. A search does, and
/// takes 3 to 4 % longer with four than with sixteen.
pub(super) const WAYS: usize = 4;

/// The cached values of a view.
pub(super) struct ViewCache {
    pub(super) keys: [u64; WAYS],
    /// A hash of each cached value; 0 if it has not been needed.
    pub(super) values: [u64; WAYS],
    /// The cached values one after the other, one set for each key; empty before the first is
    /// stored.
    pub(super) words: Box<[u64]>,
    pub(super) turn: usize,
    /// The epoch until which a value is known to be valid, and its slot.
    pub(super) good: (u64, usize),
    /// A key, and the number of membership tests with this key while the view was not computed.
    pub(super) asked: (u64, u32),
    /// The epoch in which no cached value of the view was found to be valid.
    pub(super) missed: u64,
}

/// The memory of a thread, which outlives calls.
pub struct Scratch {
    pub(super) hex_pool: Vec<Box<[u64]>>,
    pub(super) unit_pool: Vec<Box<[u64]>>,
    pub(super) views: Vec<ViewCache>,
    pub(super) component: Component,
    pub(super) reach: ReachScratch,
    /// The key of the last movement field, if known.
    pub(super) reach_kept: u64,
    /// Cached numbers, each with the epoch until which it is known to be valid, its key and its
    /// value.
    pub(super) numbers: Vec<(Option<u64>, u64, i64)>,
    /// Cached sets of units.
    pub(super) unit_sets: Vec<KeptUnits>,
    /// For each cached query about a unit, and each unit, a key whose lowest bit is the answer; 0
    /// for none.
    pub(super) answers: Vec<Box<[u64]>>,
    /// Incrementally updated sets of units, and the log of changes.
    pub(super) followed: Vec<Follow>,
    pub(super) changes: Changes,
    pub(super) changed: Vec<Changed>,
    pub(super) spare: Option<State>,
    pub(super) reach_set: Box<[u64]>,
    pub(super) path: Vec<u16>,
    pub(super) its: Vec<i64>,
    /// The number of instructions; a memo of one instruction is invalid in the next.
    pub(super) now: u64,
    /// The number of changes of the position, or of the state that is evaluated; values that do not
    /// depend on locals are valid for an epoch.
    pub(super) epoch: u64,
    pub(super) hex_memos: Vec<(u64, Box<[u64]>)>,
    pub(super) unit_memos: Vec<(u64, Box<[u64]>)>,
    pub(super) seen: Vec<(u64, u64)>,
    pub(super) seen_epoch: u64,
    pub(super) plan: Plan,
    /// The hexes of defenders in a balance of attackers and defenders, each with its defence and
    /// the strength against it. `slots` has the index of each hex in this list, plus 1; 0 for none.
    pub(super) held: Vec<(u16, i64, i64)>,
    pub(super) slots: Vec<u16>,
    pub(super) base: usize,
    /// The last problem of the duty to attack, if the key of what it depends on is known.
    pub(super) draft: Option<Draft>,
    /// Units with their places; true if the unit belongs to the declared battle, or is only
    /// supposed to be at the place.
    pub(super) who: Vec<(u16, u16, bool)>,
    /// The possible targets of the last problem, and the hexes adjacent to them.
    pub(super) beside: Beside,
    /// Cleared problems, for reuse.
    pub(super) draft_pool: Vec<Draft>,
    pub(super) fault: Option<Cow<'static, str>>,
    /// The number of forced actions.
    pub forced: u64,
    /// The recorded effects, if wanted.
    pub effects: Option<Vec<Effect>>,
    /// Whether to record applications of rules among the effects.
    pub tell_applied: bool,
    /// Kinds of decision, by index, at which a run ends without computing the legal actions, so
    /// that the state serves for queries only. Empty for none.
    pub(crate) unoffered: Vec<bool>,
    /// The counts by rule, if wanted.
    pub stats: Option<Stats>,
    /// The trace of values that rules determine, in order of evaluation, if wanted.
    pub trace: Option<Vec<(u16, i64)>>,
    /// Whether to run the program as written, which is slower and equivalent. Tests compare the
    /// optimised program with it.
    pub verbatim: bool,
    pub(super) digest: u64,
}

impl Scratch {
    /// New memory for a game.
    pub fn new(game: &Game) -> Scratch {
        let cache = |_| ViewCache {
            keys: [0; WAYS],
            values: [0; WAYS],
            words: Box::default(),
            turn: 0,
            good: (0, 0),
            asked: (0, 0),
            missed: 0,
        };
        Scratch {
            hex_pool: Vec::new(),
            unit_pool: Vec::new(),
            views: (0..game.fast.views.len()).map(cache).collect(),
            component: Default::default(),
            reach: ReachScratch::default(),
            reach_kept: 0,
            numbers: Vec::new(),
            unit_sets: Vec::new(),
            answers: vec![Box::default(); game.kept.questions.len()],
            followed: game
                .kept
                .followed
                .iter()
                .map(|_| Default::default())
                .collect(),
            changes: Default::default(),
            changed: Vec::new(),
            spare: None,
            reach_set: vec![0; game.hex_words].into_boxed_slice(),
            path: Vec::new(),
            its: Vec::new(),
            now: 0,
            epoch: 1,
            hex_memos: Vec::new(),
            unit_memos: Vec::new(),
            seen: Vec::new(),
            seen_epoch: 0,
            plan: Vec::new(),
            held: Vec::new(),
            slots: Vec::new(),
            base: 0,
            draft: None,
            who: Vec::new(),
            beside: Default::default(),
            draft_pool: Vec::new(),
            fault: None,
            forced: 0,
            effects: None,
            tell_applied: false,
            unoffered: Vec::new(),
            stats: None,
            trace: None,
            verbatim: false,
            digest: game.digest,
        }
    }
}
