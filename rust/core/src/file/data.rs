//! What a game file holds, as it is written.

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
    /// Rows of this parity lie half a hex toward higher columns.
    pub shifted_parity: u8,
}

/// A named column of numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// One number a hex or unit.
    pub values: Vec<i32>,
}

/// A named set of indices.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NamedSet {
    /// Its name.
    pub name: String,
    /// Its members.
    pub members: Vec<u16>,
}

/// A named six-bit number a hex: bit d speaks of the hexside in direction d.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EdgeSet {
    /// Its name.
    pub name: String,
    /// One mask a hex.
    pub masks: Vec<u8>,
}

/// A cost table: six costs a hex, 255 for a step that is forbidden.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Costs {
    /// Its name.
    pub name: String,
    /// The costs.
    pub step: Vec<u8>,
}

/// A table of numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// The lowest index of each dimension.
    pub low: Vec<i32>,
    /// The extent of each dimension.
    pub size: Vec<u32>,
    /// The cells, last dimension fastest.
    pub cells: Vec<i32>,
}

/// A variable and what it holds at the start.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its first value.
    pub init: i32,
    /// The sides that may not know it, as a bit mask.
    pub hidden: u8,
    /// The least and the greatest value that a state may hold, when that is known.
    #[serde(default)]
    pub range: Option<(i32, i32)>,
}

/// The lives of all that a game declares, in the order of its declarations.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Lives {
    /// Of the variables.
    pub variables: Vec<Life>,
    /// Of the flags of units.
    pub unit_flags: Vec<Life>,
    /// Of the numbers kept for units.
    pub unit_fields: Vec<Life>,
    /// Of the flags of hexes.
    pub hex_flags: Vec<Life>,
}

/// What a verb's thing is.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, PartialEq, Eq)]
pub enum VerbDomain {
    /// Nothing.
    Plain,
    /// A number from the first to the last. One that begins below 0 counts odds: 3 is 3:1, -3 is
    /// 1:3.
    Number(i32, i32),
    /// A hex.
    Hex,
    /// A unit.
    Unit,
}

/// A kind of action.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Verb {
    /// Its name in notation.
    pub name: String,
    /// What it is about.
    pub domain: VerbDomain,
}

/// How the name of a query begins that states a law of the game.
pub const LAW: &str = "law ";

/// A question that can be asked of a state.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Query {
    /// Its name.
    pub name: String,
    /// How many arguments it takes.
    pub args: u8,
    /// How it is answered.
    pub answer: Answer,
}

/// How a query is answered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Answer {
    /// A number.
    Int(Int),
    /// A set of hexes.
    Hexes(Hexes),
    /// A set of units.
    Units(Units),
    /// A procedure that takes no decision, run on a copy.
    Procedure(u16),
}

/// The units and where they begin.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct UnitData {
    /// Their ids.
    pub ids: Vec<String>,
    /// Their short names, used in notation.
    pub names: Vec<String>,
    /// Their sides.
    pub side: Vec<u8>,
    /// Their class of interchangeable counters.
    pub class: Vec<u16>,
    /// Printed values.
    pub attrs: Vec<Column>,
    /// Where they begin.
    pub start: Vec<u16>,
    /// The units that do not count for stacking.
    pub uncounted: Vec<u16>,
}

/// How a game is to be looked ahead in. Decisions are named as in the game file; names that the
/// file does not know are passed over, as a rule that is off takes its decisions with it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LookAhead {
    /// The query that says how the first side stands.
    pub value: String,
    /// Decisions at which a look ahead ends.
    pub quiet: Vec<String>,
    /// Decisions that are not looked at: any action but those that pass, as long as there is one.
    pub play: Vec<String>,
    /// Decisions that are not looked at: pass, when that can be done.
    pub decline: Vec<String>,
    /// Decisions at which passing comes before what is no better.
    pub rest: Vec<String>,
    /// Actions of one decision that are tried; of more, so many are drawn.
    pub widest: u16,
    /// Actions that a look ahead plays at most.
    pub longest: u16,
}

/// Everything a game file holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameData {
    /// `game/scenario`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The sides.
    pub sides: Vec<String>,
    /// The grid.
    pub grid: GridData,
    /// Printed hex ids; empty for what lies outside the map.
    pub hex_names: Vec<String>,
    /// A few words on each hex, for refusals.
    pub hex_facts: Vec<String>,
    /// Boxes off the map; box k has place `hexes + k`.
    pub boxes: Vec<String>,
    /// Printed values of hexes.
    pub hex_attrs: Vec<Column>,
    /// Fixed sets of hexes.
    pub hex_sets: Vec<NamedSet>,
    /// Open hexsides.
    pub edge_masks: Vec<EdgeSet>,
    /// Hexside features.
    pub edge_features: Vec<EdgeSet>,
    /// Movement costs.
    pub costs: Vec<Costs>,
    /// The units.
    pub units: UnitData,
    /// Fixed sets of units.
    pub unit_sets: Vec<NamedSet>,
    /// Flags that units bear.
    pub unit_flags: Vec<String>,
    /// Numbers kept for units.
    pub unit_fields: Vec<String>,
    /// The least and the greatest of each of these numbers; unknown in an older file.
    #[serde(default)]
    pub unit_field_ranges: Vec<(i16, i16)>,
    /// Flags that hexes bear.
    pub hex_flags: Vec<String>,
    /// Hexes that bear each flag at the start.
    pub hex_flags_start: Vec<Vec<u16>>,
    /// Units that bear each flag at the start.
    pub unit_flags_start: Vec<Vec<u16>>,
    /// How long flags and variables live; unknown in a file of the first format.
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
    /// Kinds of notes.
    pub notes: Vec<String>,
    /// Named sets.
    pub views: Vec<Hexes>,
    /// Names of the named sets.
    pub view_names: Vec<String>,
    /// The procedures; the first one is the game.
    pub procedures: Vec<Procedure>,
    /// Questions.
    pub queries: Vec<Query>,
    /// For each side the units whose identity it may not know.
    pub hidden: Vec<Units>,
    /// Names of steps answered by Python; none in a game that ships.
    pub python_steps: Vec<String>,
    /// How to look ahead in it, when its rules say.
    #[serde(default)]
    pub lookahead: Option<LookAhead>,
}
