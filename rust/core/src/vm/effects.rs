//! Effects: the events that a program reports while it runs, and counts by rule.

use super::Action;
use crate::game::Game;
use crate::ids::{self, HexId, PlaceId, RuleId, UnitId, VariableId};

/// An event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A unit moved from one place to another.
    Placed(UnitId, PlaceId, PlaceId, RuleId),
    /// A unit's flag changed.
    UnitFlag(ids::UnitFlag, UnitId, bool, RuleId),
    /// A hex's flag changed.
    HexFlag(ids::HexFlag, HexId, bool, RuleId),
    /// A variable changed: the variable, its value before, its value after.
    Var(VariableId, i32, i32, RuleId),
    /// A report of the program.
    Note(u16, Vec<i32>, RuleId),
    /// A forced action, played because it was the only one: actor and action.
    Forced(u8, Action),
    /// A rule was applied; reported on request only.
    Applied(RuleId),
}

/// The number of times each rule allowed, refused or did something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Decisions in which the rule left some action.
    pub allowed: Vec<u64>,
    /// Decisions in which the rule removed an action.
    pub refused: Vec<u64>,
    /// Applications of the rule.
    pub applied: Vec<u64>,
}

impl Stats {
    /// Zero counts for a game.
    pub fn new(game: &Game) -> Stats {
        let zero = vec![0; game.data.rules.len()];
        Stats {
            allowed: zero.clone(),
            refused: zero.clone(),
            applied: zero,
        }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Stats) {
        let pairs = [
            (&mut self.allowed, &other.allowed),
            (&mut self.refused, &other.refused),
            (&mut self.applied, &other.applied),
        ];
        for (mine, theirs) in pairs {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
    }
}
