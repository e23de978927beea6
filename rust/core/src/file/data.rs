//! The content of a game file.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::{Life, Procedure};
use serde::{Deserialize, Serialize};

/// The grid of the map.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GridData {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Rows whose number is even (0) or odd (1) are shifted by half a hex towards higher columns.
    pub shifted_parity: u8,
}

/// A named column of numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// One number for each hex, or for each unit.
    pub values: Vec<i32>,
}

/// A named set of hexes or units.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedSet {
    /// The name of the set.
    pub name: String,
    /// The indices of the hexes or units in the set.
    pub members: Vec<u16>,
}

/// A named set of hexsides: for each hex six bits, bit `d` for the hexside in direction `d`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EdgeSet {
    /// The name of the set.
    pub name: String,
    /// The six bits of each hex.
    pub masks: Vec<u8>,
}

/// A cost table: six costs for each hex, 255 for a forbidden step.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Costs {
    /// The name of the table.
    pub name: String,
    /// The costs in movement points, six for each hex, in the order of directions.
    pub step: Vec<u8>,
}

/// A table of numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Table {
    /// The name of the table.
    pub name: String,
    /// The lowest index of each dimension.
    pub low: Vec<i32>,
    /// The extent of each dimension.
    pub size: Vec<u32>,
    /// The cells, with the last index varying fastest.
    pub cells: Vec<i32>,
}

/// A variable and its initial value.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Variable {
    /// The name of the variable.
    pub name: String,
    /// The initial value of the variable.
    pub init: i32,
    /// The sides from which the value of the variable is hidden: bit `i` stands for side `i`.
    pub hidden: u8,
    /// The least and the greatest value of the variable in any state, if known.
    #[serde(default)]
    pub range: Option<(i32, i32)>,
}

/// The lifetimes of all variables, flags and fields, in order of declaration.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Lives {
    /// Lifetimes of variables.
    pub variables: Vec<Life>,
    /// Lifetimes of unit flags.
    pub unit_flags: Vec<Life>,
    /// Lifetimes of unit fields.
    pub unit_fields: Vec<Life>,
    /// Lifetimes of hex flags.
    pub hex_flags: Vec<Life>,
}

/// The kind of argument of a verb.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub enum VerbDomain {
    /// No argument.
    Plain,
    /// A number from the first to the second, both included. A range that begins below 0 stands for
    /// odds: 3 is 3:1, -3 is 1:3.
    Number(i32, i32),
    /// A hex.
    Hex,
    /// A unit.
    Unit,
}

/// A kind of action.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Verb {
    /// The name of the verb in notation.
    pub name: String,
    /// The kind of argument of the verb.
    pub domain: VerbDomain,
}

/// The prefix of the names of queries that state an invariant of the game.
pub const LAW: &str = "law ";

/// A query: an expression or procedure that can be evaluated for a state.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Query {
    /// The name of the query.
    pub name: String,
    /// The number of arguments.
    pub args: u8,
    /// The definition of the query.
    pub answer: Answer,
}

/// The definition of a query.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// A number.
    Int(Int),
    /// A set of hexes.
    Hexes(Hexes),
    /// A set of units.
    Units(Units),
    /// A procedure without decisions, run on a copy of the state.
    Procedure(u16),
}

/// The units and their starting places.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct UnitData {
    /// The ids of the units.
    pub ids: Vec<String>,
    /// The short names of the units, used in notation.
    pub names: Vec<String>,
    /// The index of the side of each unit.
    pub side: Vec<u8>,
    /// For each unit, the number of its class of identical counters.
    pub class: Vec<u16>,
    /// The printed values of the units, such as strength and movement allowance.
    pub attrs: Vec<Column>,
    /// The hex or box of each unit at the start of the scenario, as the number of a place.
    pub start: Vec<u16>,
    /// The units that do not count for stacking.
    pub uncounted: Vec<u16>,
}

/// Parameters of look-ahead. Decisions are named as in the game file; unknown names are ignored,
/// since a rule that is not in force takes its decisions with it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LookAhead {
    /// The name of the query that evaluates a position for the first side.
    pub value: String,
    /// Decisions at which a look-ahead ends and the position is evaluated.
    pub quiet: Vec<String>,
    /// Decisions that a look-ahead does not search: the first action is played that neither ends
    /// nor declines something, if there is one.
    pub play: Vec<String>,
    /// Decisions that a look-ahead does not search: the first action that ends or declines
    /// something (a pass) is played, if there is one.
    pub decline: Vec<String>,
    /// Decisions at which an action that passes is preferred among actions of equal value.
    pub rest: Vec<String>,
    /// The maximum number of actions tried at one decision; a larger set is sampled.
    pub widest: u16,
    /// The maximum number of actions in a look-ahead.
    pub longest: u16,
}

/// The content of a game file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameData {
    /// The id of the game, as `game/scenario`.
    pub id: String,
    /// The title of the game.
    pub title: String,
    /// The sides.
    pub sides: Vec<String>,
    /// The grid.
    pub grid: GridData,
    /// Printed hex ids; empty for cells outside the map.
    pub hex_names: Vec<String>,
    /// A short description of each hex, such as its terrain, for the text of a refusal.
    pub hex_facts: Vec<String>,
    /// Boxes off the map; box k has place `hexes + k`.
    pub boxes: Vec<String>,
    /// Printed values of hexes.
    pub hex_attrs: Vec<Column>,
    /// Fixed sets of hexes.
    pub hex_sets: Vec<NamedSet>,
    /// Sets of hexsides that may be crossed.
    pub edge_masks: Vec<EdgeSet>,
    /// Sets of hexsides with a feature, such as rivers.
    pub edge_features: Vec<EdgeSet>,
    /// Movement costs.
    pub costs: Vec<Costs>,
    /// The units.
    pub units: UnitData,
    /// Fixed sets of units.
    pub unit_sets: Vec<NamedSet>,
    /// Unit flags.
    pub unit_flags: Vec<String>,
    /// Unit fields: numbers stored for each unit.
    pub unit_fields: Vec<String>,
    /// The least and the greatest value of each unit field; missing in older files.
    #[serde(default)]
    pub unit_field_ranges: Vec<(i16, i16)>,
    /// Hex flags.
    pub hex_flags: Vec<String>,
    /// For each hex flag, the hexes that bear it at the start.
    pub hex_flags_start: Vec<Vec<u16>>,
    /// For each unit flag, the units that bear it at the start.
    pub unit_flags_start: Vec<Vec<u16>>,
    /// The lifetimes of flags and variables; missing in files of the first format.
    #[serde(default)]
    pub lives: Option<Lives>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Variables.
    pub variables: Vec<Variable>,
    /// Verbs.
    pub verbs: Vec<Verb>,
    /// Names of decisions.
    pub decisions: Vec<String>,
    /// Rule ids; the first is empty.
    pub rules: Vec<String>,
    /// Texts of refusals.
    pub texts: Vec<String>,
    /// Kinds of notes: events that a program reports without changing the position.
    pub notes: Vec<String>,
    /// Views: named sets of hexes.
    pub views: Vec<Hexes>,
    /// The names of the views.
    pub view_names: Vec<String>,
    /// The procedures; the first one is the whole game.
    pub procedures: Vec<Procedure>,
    /// Queries.
    pub queries: Vec<Query>,
    /// For each side, the units whose identity is hidden from it.
    pub hidden: Vec<Units>,
    /// Names of procedures implemented in Python; empty in all games of this package.
    pub python_steps: Vec<String>,
    /// Parameters of look-ahead, if the rules define them.
    #[serde(default)]
    pub lookahead: Option<LookAhead>,
}
