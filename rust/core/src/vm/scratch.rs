//! The memory of a thread in which programs run.

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

/// Views are kept in so many versions each. Few, so that all of them stay in the second cache: a
/// game that goes on seldom comes back to an older one. A search does, and takes 3 to 4 % longer
/// with four than with sixteen.
pub(super) const WAYS: usize = 4;

/// The versions of a view that are kept.
pub(super) struct ViewCache {
    pub(super) keys: [u64; WAYS],
    /// A digest of each version; 0 where nobody has asked for it.
    pub(super) values: [u64; WAYS],
    /// As many sets as keys; none before the first is kept.
    pub(super) words: Box<[u64]>,
    pub(super) turn: usize,
    /// The slot that is good now, and the epoch until which it surely is.
    pub(super) good: (u64, usize),
    /// How often it was asked about with a key without being worked out.
    pub(super) asked: (u64, u32),
    /// The epoch at which it was found not to be good.
    pub(super) missed: u64,
}

/// Memory that belongs to a thread and outlives calls.
pub struct Scratch {
    pub(super) hex_pool: Vec<Box<[u64]>>,
    pub(super) unit_pool: Vec<Box<[u64]>>,
    pub(super) views: Vec<ViewCache>,
    pub(super) component: Component,
    pub(super) reach: ReachScratch,
    /// The key of what the last field depends on, when that is known.
    pub(super) reach_kept: u64,
    /// Kept numbers, each with its key and the epoch until which it surely is good.
    pub(super) numbers: Vec<(Option<u64>, u64, i64)>,
    /// Kept sets of units, likewise.
    pub(super) unit_sets: Vec<KeptUnits>,
    /// Kept answers to questions about a unit: for each question and unit the key, whose lowest
    /// bit is the answer; 0 for none.
    pub(super) answers: Vec<Box<[u64]>>,
    /// Sets of units that are followed from one position to the next, and what has changed since.
    pub(super) followed: Vec<Follow>,
    pub(super) changes: Changes,
    pub(super) changed: Vec<Changed>,
    pub(super) spare: Option<State>,
    pub(super) reach_set: Box<[u64]>,
    pub(super) path: Vec<u16>,
    pub(super) its: Vec<i64>,
    /// Counts instructions; what is kept for one is stale in the next.
    pub(super) now: u64,
    /// Counts changes of the position, and states at hand: what does not turn on locals stays as it
    /// is from one to the next.
    pub(super) epoch: u64,
    pub(super) hex_memos: Vec<(u64, Box<[u64]>)>,
    pub(super) unit_memos: Vec<(u64, Box<[u64]>)>,
    pub(super) seen: Vec<(u64, u64)>,
    pub(super) seen_epoch: u64,
    pub(super) plan: Plan,
    /// Hexes of a clash, with what stands in them and against them, and where each hex is there.
    pub(super) held: Vec<(u16, i64, i64)>,
    pub(super) slots: Vec<u16>,
    pub(super) base: usize,
    /// The duty to attack asked about last, where it is known what it depends on.
    pub(super) draft: Option<Draft>,
    /// Units, where they are, and whether they are named.
    pub(super) who: Vec<(u16, u16, bool)>,
    /// The targets of the last question and the hexes next to them.
    pub(super) beside: Beside,
    /// Questions that are done with, blank again.
    pub(super) draft_pool: Vec<Draft>,
    pub(super) fault: Option<Cow<'static, str>>,
    /// Decisions taken because they had one action only.
    pub forced: u64,
    /// Effects, when they are wanted.
    pub effects: Option<Vec<Effect>>,
    /// Whether rules that are at work are wanted among them.
    pub tell_applied: bool,
    /// Kinds of decision, by number, at which a run is to end without working out what is offered:
    /// the state is then good for questions only. Empty for none.
    pub(crate) unoffered: Vec<bool>,
    /// Counts by rule, when they are wanted.
    pub stats: Option<Stats>,
    /// Values that rules put into play, in the order of evaluation, when they are wanted.
    pub trace: Option<Vec<(u16, i64)>>,
    /// Whether to run the program word for word as the file has it, which is slower and comes to
    /// the same: what the rewritten one is held against.
    pub verbatim: bool,
    pub(super) digest: u64,
}

impl Scratch {
    /// Fresh memory for a game.
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
