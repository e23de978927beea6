//! Effects: the events that a program reports while it runs, and counts by rule.

use super::Action;
use crate::game::Game;
use crate::ids::{self, HexId, PlaceId, RuleId, UnitId, VariableId};

/// An event. The rule of a change is the rule that caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A unit moved: the unit, its place before, its place after.
    Placed(UnitId, PlaceId, PlaceId, RuleId),
    /// A flag of a unit was set (true) or cleared (false).
    UnitFlag(ids::UnitFlag, UnitId, bool, RuleId),
    /// A flag of a hex was set (true) or cleared (false).
    HexFlag(ids::HexFlag, HexId, bool, RuleId),
    /// A variable changed: the variable, its value before, its value after.
    Var(VariableId, i32, i32, RuleId),
    /// An event that the program reports without a change of the position: kind, values, rule.
    Note(u16, Vec<i32>, RuleId),
    /// An action that was the only legal one, and was played without a choice: side and action.
    Forced(u8, Action),
    /// A rule was applied; recorded on request only.
    Applied(RuleId),
}

/// The number of times each rule allowed, refused or did something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// For each rule, the decisions in which it left some action.
    pub allowed: Vec<u64>,
    /// For each rule, the decisions in which it removed an action.
    pub refused: Vec<u64>,
    /// For each rule, the number of its applications.
    pub applied: Vec<u64>,
}

impl Stats {
    /// Counts of 0 for all rules of a game.
    pub fn new(game: &Game) -> Stats {
        let zero = vec![0; game.data.rules.len()];
        Stats {
            allowed: zero.clone(),
            refused: zero.clone(),
            applied: zero,
        }
    }

    /// Adds the counts of another game.
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
