//! The instructions of a rule program.
//!
//! A procedure is a flat list; a decision is an instruction at which the program waits.

use crate::ir::expr::{Hexes, Int, Reach, Units};
use crate::ir::node::Node;
use serde::{Deserialize, Serialize};

/// How long a flag or variable lives: until the first end of such a thing after it was set.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub enum Life {
    /// The move at hand.
    Move,
    /// The battle at hand.
    Battle,
    /// The phase.
    Phase,
    /// The impulse, where a player turn has several.
    Impulse,
    /// The player turn.
    PlayerTurn,
    /// The game turn.
    GameTurn,
    /// The whole game.
    Game,
}

impl Life {
    /// All of them, in their order.
    pub const ALL: [Life; 7] = [
        Life::Move,
        Life::Battle,
        Life::Phase,
        Life::Impulse,
        Life::PlayerTurn,
        Life::GameTurn,
        Life::Game,
    ];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Life::Move => "move",
            Life::Battle => "battle",
            Life::Phase => "phase",
            Life::Impulse => "impulse",
            Life::PlayerTurn => "player turn",
            Life::GameTurn => "game turn",
            Life::Game => "game",
        }
    }

    /// Whether what has this life is to be gone when something ends. A battle may be part of a
    /// move and goes on without one, so neither ends the other.
    pub fn over(self, ending: Life) -> bool {
        self == ending || (ending >= Life::Phase && self < ending)
    }
}

/// One instruction.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Instr {
    /// Assign a variable; `rule` names who does it.
    SetVar(u16, Int, u16),
    /// Assign a local.
    SetLocal(u8, Int),
    /// Put a unit in a hex or box.
    Place(Node<Int>, Node<Int>, u16),
    /// Take a unit along so many steps of the path at hand.
    PlaceAlong(Node<Int>, Node<Int>, u16),
    /// Put every unit of a set in a hex or box.
    PlaceAll(Node<Units>, Node<Int>, u16),
    /// Set or clear a flag on units.
    #[serde(alias = "UnitFlag")]
    SetUnitFlag(u8, Node<Units>, Node<Int>, u16),
    /// Assign a number kept for a unit.
    #[serde(alias = "UnitField")]
    SetUnitField(u8, Node<Int>, Node<Int>, u16),
    /// Set or clear a flag on hexes.
    #[serde(alias = "HexFlag")]
    SetHexFlag(u8, Node<Hexes>, Node<Int>, u16),
    /// Go on elsewhere in this procedure.
    Jump(u32),
    /// Go on elsewhere when the number is 0.
    #[serde(alias = "Unless")]
    JumpIfFalse(Int, u32),
    /// Run a procedure; its answer goes into a local.
    Call(u16, Vec<Int>, Option<u8>),
    /// Leave the procedure with an answer.
    Return(Int),
    /// Wait for a decision.
    #[serde(alias = "Choose")]
    Decide(Box<Decision>),
    /// Find the canonical path to a hex; its steps wait to be taken, their number and the cost
    /// go into two locals.
    Path(Node<Reach>, Node<Int>, u8, u8),
    /// Take the next waiting step's direction into a local.
    PathStep(u8),
    /// Forget so many waiting steps.
    PathDrop(Int),
    /// Report something that happened.
    Note(u16, Vec<Int>, u16),
    /// Count that a rule was applied.
    Applied(u16),
    /// Something with a name is over: what lives no longer than it is to be gone.
    #[serde(alias = "Ends")]
    Over(Life),
    /// End the game: winner (or -1), level, rule.
    #[serde(alias = "End")]
    EndGame(Node<Int>, Node<Int>, u16),
}

/// A decision: who acts, and the alternatives.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Decision {
    /// Its name, an index into the game's decision names.
    pub kind: u16,
    /// The acting side, or the number of sides for chance.
    pub actor: Int,
    /// The rule that asks.
    pub rule: u16,
    /// What may be done.
    #[serde(alias = "alts")]
    pub alternatives: Vec<Alternative>,
}

/// One kind of action within a decision.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Alternative {
    /// The verb; it fixes the domain.
    pub verb: u16,
    /// What is offered before any rule speaks.
    pub base: Domain,
    /// What each rule leaves: its id, what it allows, the text of its refusal.
    #[serde(alias = "rules")]
    pub limits: Vec<Limit>,
    /// Where the chosen thing goes.
    pub into: u8,
    /// Where the program goes on.
    pub target: u32,
    /// Whether this ends or declines something, so that a busy player shuns it.
    #[serde(alias = "pass")]
    pub passes: bool,
}

/// A rule's say on an alternative.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Limit {
    /// The rule.
    pub rule: u16,
    /// What it allows.
    pub allows: Domain,
    /// Why it refuses, an index into the game's texts.
    pub text: u16,
}

/// A set of things to choose from.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Domain {
    /// All or nothing.
    When(Int),
    /// A number in a range of the verb; the operand is a bit mask, -1 for all.
    Numbers(Int),
    /// Hexes.
    Hexes(Hexes),
    /// Units.
    Units(Units),
}

/// A procedure.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// How many arguments it takes; they are its first locals.
    pub args: u8,
    /// How many locals it has, arguments included.
    pub locals: u8,
    /// Its code.
    pub code: Vec<Instr>,
    /// What holds while it waits, by the number of the call or decision: play goes on without
    /// asking, a state that is read is refused when it says otherwise.
    #[serde(default)]
    pub holds: Vec<(u32, Int)>,
}
