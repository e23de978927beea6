//! What a program reports while it runs.

use super::Action;
use crate::game::Game;
use crate::ids::{self, HexId, PlaceId, RuleId, UnitId, VariableId};

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A unit went from one place to another.
    Placed(UnitId, PlaceId, PlaceId, RuleId),
    /// A unit's flag changed.
    UnitFlag(ids::UnitFlag, UnitId, bool, RuleId),
    /// A hex's flag changed.
    HexFlag(ids::HexFlag, HexId, bool, RuleId),
    /// A variable changed: which, before, after.
    Var(VariableId, i32, i32, RuleId),
    /// The program reports something.
    Note(u16, Vec<i32>, RuleId),
    /// An action that was taken because it was the only one: actor and action.
    Forced(u8, Action),
    /// A rule was at work; told only where that is wanted.
    Applied(RuleId),
}

/// How often each rule allowed, refused or did something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Decisions in which the rule left something.
    pub allowed: Vec<u64>,
    /// Decisions in which the rule took something away.
    pub refused: Vec<u64>,
    /// Times the rule did something.
    pub applied: Vec<u64>,
}

impl Stats {
    /// No counts yet.
    pub fn new(game: &Game) -> Stats {
        let zero = vec![0; game.data.rules.len()];
        Stats {
            allowed: zero.clone(),
            refused: zero.clone(),
            applied: zero,
        }
    }

    /// Adds another's counts.
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
