//! The instructions of a rules program.
//!
//! A procedure is a flat list of instructions; a decision is an instruction at which the program
//! waits for an action.

use crate::ir::expr::{Hexes, Int, Reach, Units};
use crate::ir::node::Node;
use serde::{Deserialize, Serialize};

/// The lifetime of a flag or variable: the flag or variable is reset at the next end of a move, a
/// battle, a phase and so on.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub enum Life {
    /// The current move.
    Move,
    /// The current battle.
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
    /// All lifetimes, in their order.
    pub const ALL: [Life; 7] = [
        Life::Move,
        Life::Battle,
        Life::Phase,
        Life::Impulse,
        Life::PlayerTurn,
        Life::GameTurn,
        Life::Game,
    ];

    /// The name of the lifetime in messages.
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

    /// Whether a flag or variable of this lifetime is reset when `ending` ends. A battle may be
    /// part of a move, and a move may go on after it, so neither ends the other.
    pub fn over(self, ending: Life) -> bool {
        self == ending || (ending >= Life::Phase && self < ending)
    }
}

/// One instruction.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Instr {
    /// Assign a variable; the last number is the rule that causes the change.
    SetVar(u16, Int, u16),
    /// Assign a local.
    SetLocal(u8, Int),
    /// Put a unit in a hex or box; the last number is the rule that causes the move.
    Place(Node<Int>, Node<Int>, u16),
    /// Move a unit a number of steps along the current path; the last number is the rule that causes
    /// the move.
    PlaceAlong(Node<Int>, Node<Int>, u16),
    /// Put every unit of a set in a hex or box; the last number is the rule that causes the move.
    PlaceAll(Node<Units>, Node<Int>, u16),
    /// Set a flag on units if the number is nonzero, clear it if the number is 0; the last number is
    /// the rule that causes the change.
    #[serde(alias = "UnitFlag")]
    SetUnitFlag(u8, Node<Units>, Node<Int>, u16),
    /// Assign a number to a field of a unit; the last number is the rule that causes the change.
    #[serde(alias = "UnitField")]
    SetUnitField(u8, Node<Int>, Node<Int>, u16),
    /// Set a flag on hexes if the number is nonzero, clear it if the number is 0; the last number is
    /// the rule that causes the change.
    #[serde(alias = "HexFlag")]
    SetHexFlag(u8, Node<Hexes>, Node<Int>, u16),
    /// Jump to an instruction of this procedure.
    Jump(u32),
    /// Jump if the number is 0.
    #[serde(alias = "Unless")]
    JumpIfFalse(Int, u32),
    /// Call a procedure with arguments; the return value goes into a local, or nowhere if None.
    Call(u16, Vec<Int>, Option<u8>),
    /// Return a value from the procedure.
    Return(Int),
    /// Wait for an action.
    #[serde(alias = "Choose")]
    Decide(Box<Decision>),
    /// Find the canonical path to a hex; its steps are added to the pending steps. The number of
    /// steps (0 if there is no path) goes into the first local, the cost (-1 if there is no path)
    /// into the second.
    Path(Node<Reach>, Node<Int>, u8, u8),
    /// Take the direction of the next pending step into a local; -1 if no step is pending.
    PathStep(u8),
    /// Drop a number of pending steps, the next ones first.
    PathDrop(Int),
    /// Report an event: the number of the kind of event, the facts as numbers, and the rule that
    /// causes it.
    Note(u16, Vec<Int>, u16),
    /// Count an application of a rule.
    Applied(u16),
    /// The end of a lifetime: reset its flags and variables.
    #[serde(alias = "Ends")]
    Over(Life),
    /// End the game: the winner (-1 for nobody), the level of victory, and the rule.
    #[serde(alias = "End")]
    EndGame(Node<Int>, Node<Int>, u16),
}

/// A decision: the acting side and the alternatives.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Decision {
    /// The name of the decision, as an index into the decision names of the game.
    pub kind: u16,
    /// The acting side, or the number of sides for chance.
    pub actor: Int,
    /// The rule that requires the decision.
    pub rule: u16,
    /// The kinds of action.
    #[serde(alias = "alts")]
    pub alternatives: Vec<Alternative>,
}

/// One kind of action within a decision.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Alternative {
    /// The verb, which determines the kind of domain.
    pub verb: u16,
    /// The choices before the limits are applied.
    pub base: Domain,
    /// The limits that rules set.
    #[serde(alias = "rules")]
    pub limits: Vec<Limit>,
    /// The local for the chosen value.
    pub into: u8,
    /// The instruction to continue at.
    pub target: u32,
    /// Whether the action ends or declines something; the busy policy avoids such actions.
    #[serde(alias = "pass")]
    pub passes: bool,
}

/// A limit that a rule sets to an alternative.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Limit {
    /// The rule.
    pub rule: u16,
    /// The choices that the limit allows.
    pub allows: Domain,
    /// The reason for a refusal, as an index into the texts of the game.
    pub text: u16,
}

/// A set of possible choices.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub enum Domain {
    /// All choices if the number is nonzero, else none.
    When(Int),
    /// Numbers in the range of a verb, as a bit mask: bit 0 stands for the lowest number; -1 for
    /// all numbers.
    Numbers(Int),
    /// Hexes.
    Hexes(Hexes),
    /// Units.
    Units(Units),
}

/// A procedure.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq)]
pub struct Procedure {
    /// The name of the procedure.
    pub name: String,
    /// The number of arguments; the arguments are the first locals of the procedure.
    pub args: u8,
    /// The number of locals, including arguments.
    pub locals: u8,
    /// The instructions of the procedure.
    pub code: Vec<Instr>,
    /// Invariants while the procedure waits, each with the index of the call or decision. Play does
    /// not evaluate them; a state read from bytes is refused if it violates one.
    #[serde(default)]
    pub holds: Vec<(u32, Int)>,
}
