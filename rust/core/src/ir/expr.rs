//! Expressions of a rules program: numbers, sets of hexes and sets of units.
//!
//! Expressions are written in Python, decoded once from the game file and evaluated by the VM.
//! Truth values are numbers: 0 is false, anything else is true.

use crate::ir::node::Node;
use serde::{Deserialize, Serialize};

/// A number. A `u8` or `u16` in a variant is the index of what the variant names: a variable, a
/// side, a flag and so on. In `Ruled` it is the rule, in `Cached` the index of the cached value.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub enum Int {
    /// A constant.
    #[serde(alias = "K")]
    Const(i64),
    /// A variable of the game.
    #[serde(alias = "V")]
    Var(u16),
    /// A local of the current procedure.
    #[serde(alias = "L")]
    Local(u8),
    /// The member that the n-th enclosing filter or sum is at, or the value of the n-th enclosing
    /// `Let`; 0 is the innermost. Greater numbers stand for the arguments of a query, the last one
    /// first.
    #[serde(alias = "It")]
    Bound(u8),
    /// Whether a variable equals a constant; made by a pass.
    #[serde(skip)]
    VarEq(u16, i32),
    /// Sum.
    Add(Node<Int>, Node<Int>),
    /// Difference.
    Sub(Node<Int>, Node<Int>),
    /// Product.
    Mul(Node<Int>, Node<Int>),
    /// Quotient rounded down; division by zero is an error.
    Div(Node<Int>, Node<Int>),
    /// Quotient rounded up.
    #[serde(alias = "DivUp")]
    DivCeil(Node<Int>, Node<Int>),
    /// Remainder, never negative.
    Mod(Node<Int>, Node<Int>),
    /// The smaller.
    Min(Node<Int>, Node<Int>),
    /// The larger.
    Max(Node<Int>, Node<Int>),
    /// Equal.
    Eq(Node<Int>, Node<Int>),
    /// Less.
    Lt(Node<Int>, Node<Int>),
    /// Less or equal.
    Le(Node<Int>, Node<Int>),
    /// Conjunction; the second operand is not evaluated if the first is false.
    And(Node<Int>, Node<Int>),
    /// Disjunction.
    Or(Node<Int>, Node<Int>),
    /// Negation: 1 for 0, else 0.
    Not(Node<Int>),
    /// Conditional: the second operand if the first is true, else the third.
    #[serde(alias = "If")]
    IfElse(Node<Int>, Node<Int>, Node<Int>),
    /// The second operand, in which `Bound(0)` is the value of the first.
    Let(Node<Int>, Node<Int>),
    /// A cell of a table, with one index per dimension.
    Table(u16, Box<[Int]>),
    /// A printed value of a unit.
    UnitAttr(u8, Node<Int>),
    /// The hex or box where a unit is.
    UnitPlace(Node<Int>),
    /// A flag of a unit.
    UnitFlag(u8, Node<Int>),
    /// A field of a unit.
    UnitField(u8, Node<Int>),
    /// A printed value of a hex.
    HexAttr(u8, Node<Int>),
    /// Whether a hex is in a set.
    #[serde(alias = "Has")]
    ContainsHex(Node<Hexes>, Node<Int>),
    /// Whether a unit is in a set.
    #[serde(alias = "HasUnit")]
    ContainsUnit(Node<Units>, Node<Int>),
    /// The number of hexes in a set.
    #[serde(alias = "Count")]
    CountHexes(Node<Hexes>),
    /// The number of units in a set.
    CountUnits(Node<Units>),
    /// The first hex of a set, or -1.
    #[serde(alias = "First")]
    FirstHex(Node<Hexes>),
    /// The first unit of a set after the given one, or -1.
    NextUnit(Node<Units>, Node<Int>),
    /// The first hex of a set after the given one, or -1.
    NextHex(Node<Hexes>, Node<Int>),
    /// The sum over the units of a set of a number, in which `Bound(0)` is the unit.
    Sum(Node<Units>, Node<Int>),
    /// The smallest value, over the units of a set, of a number in which `Bound(0)` is the unit;
    /// the third operand if the set is empty.
    Least(Node<Units>, Node<Int>, Node<Int>),
    /// The movement points to a hex in the movement field computed last; -1 if the field does not
    /// reach the hex.
    CostTo(Node<Int>),
    /// The number of units in a hex that count for stacking for a side.
    #[serde(alias = "Stack")]
    StackSize(u8, Node<Int>),
    /// The distance between two hexes.
    Distance(Node<Int>, Node<Int>),
    /// The direction (0 to 5) from the first hex to the second; -1 if they are no neighbours.
    Direction(Node<Int>, Node<Int>),
    /// The neighbour of a hex in a direction (0 to 5); -1 if there is none on the map.
    Neighbor(Node<Int>, Node<Int>),
    /// Whether the hexside between two hexes bears a feature.
    #[serde(alias = "Edge")]
    EdgeFeature(u8, Node<Int>, Node<Int>),
    /// The neighbours of a hex that are in a set, as six bits: bit `d` stands for the neighbour in
    /// direction `d`.
    Ring(Node<Hexes>, Node<Int>),
    /// The cost of a step in a cost table: the number of the table, the hex left, the hex entered;
    /// -1 if the step is forbidden or the hexes are no neighbours.
    #[serde(alias = "Step")]
    StepCost(Node<Int>, Node<Int>, Node<Int>),
    /// A number that a rule determines. If it is not 0, it appears in traces, and counts as an
    /// application of the rule.
    #[serde(alias = "Tag")]
    Ruled(u16, Node<Int>),
    /// The balance of attackers against the defenders adjacent to them.
    Clash(Node<Clash>),
    /// Whether a duty to attack can be fulfilled.
    Duty(Node<Duty>),
    /// Whether a set of hexes has a member; made by a pass.
    #[serde(skip)]
    AnyHex(Node<Hexes>),
    /// Whether a set of units has a member; made by a pass.
    #[serde(skip)]
    AnyUnit(Node<Units>),
    /// A number cached until its dependencies change; made by a pass.
    #[serde(skip)]
    Cached(u16, Node<Int>),
}

/// A set of hexes. As in [`Int`], a `u8` or `u16` is an index; in `Memo` it is the slot of the
/// memo.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub enum Hexes {
    /// No hex.
    Empty,
    /// Every hex of the map.
    All,
    /// A set fixed by the map.
    Fixed(u16),
    /// The hexes with units of a side.
    Occupied(u8),
    /// The hexes with a flag.
    Flag(u8),
    /// A set of hexes that every state holds up to date (a materialised set); made by a pass.
    #[serde(skip)]
    Standing(u8),
    /// The hexes in which at least the given number of units count for stacking for a side.
    Stacked(u8, Node<Int>),
    /// One hex; a box or -1 gives no hex.
    One(Node<Int>),
    /// Union.
    #[serde(alias = "Or")]
    Union(Node<Hexes>, Node<Hexes>),
    /// Intersection.
    #[serde(alias = "And")]
    Intersection(Node<Hexes>, Node<Hexes>),
    /// Difference.
    #[serde(alias = "Minus")]
    Difference(Node<Hexes>, Node<Hexes>),
    /// The hexes adjacent to a set; only across the open hexsides of an edge mask if one is given.
    Adjacent(Option<u8>, Node<Hexes>),
    /// The hexes at most as far from a hex (first operand) as a range (second operand), the hex
    /// included.
    Within(Node<Int>, Node<Int>),
    /// The hexes connected with the hexes `from` through `open` hexes and open hexsides.
    Flood {
        /// The hexes from which the flood starts.
        from: Node<Hexes>,
        /// The hexes that the flood may enter.
        open: Node<Hexes>,
        /// The edge mask of the open hexsides; None if all are open.
        edges: Option<u8>,
    },
    /// A named set, cached for the position.
    View(u16),
    /// A set computed at most once per instruction, however often it occurs.
    Memo(u16, Node<Hexes>),
    /// The hexes that hold units of a set.
    #[serde(alias = "Of")]
    HexesOf(Node<Units>),
    /// Conditional: the second operand if the first is true, else the third.
    #[serde(alias = "If")]
    IfElse(Node<Int>, Node<Hexes>, Node<Hexes>),
    /// The members for which a condition on `Bound(0)` holds.
    Where(Node<Hexes>, Node<Int>),
    /// The hexes that a mover can reach.
    Reach(Node<Reach>),
    /// The targets that can be added to the declared battle so that the duty can still be
    /// fulfilled.
    Wideners(Node<Duty>),
    /// The hexes of a set (third operand) from which the duty can be fulfilled if a unit (second
    /// operand) stands there and is held.
    Destinations(Node<Duty>, Node<Int>, Node<Hexes>),
    /// The hexes that the pending steps enter, from a hex on, without this hex; allowed only as an
    /// operand of an instruction that marks hexes.
    Path(Node<Int>),
    /// A set that a rule determines.
    #[serde(alias = "Tag")]
    Ruled(u16, Node<Hexes>),
    /// A small set, evaluated as a list instead of a bit set; made by a pass.
    #[serde(skip)]
    Few(Node<Hexes>),
    /// A set cached, as the view with this number, until its dependencies change; made by a pass.
    #[serde(skip)]
    Cached(u16, Node<Hexes>),
    /// The first set, narrowed by each following set: to its members (true), or to hexes outside it
    /// (false). Made by a pass.
    #[serde(skip)]
    Chain(Box<[(bool, Hexes)]>),
}

impl Hexes {
    /// Whether a set can be looked up: it has no operands, and is fixed, part of the state, or a
    /// cached view.
    pub(crate) fn stands_ready(&self) -> bool {
        matches!(
            self,
            Hexes::Empty
                | Hexes::All
                | Hexes::Fixed(_)
                | Hexes::Occupied(_)
                | Hexes::Standing(_)
                | Hexes::Flag(_)
                | Hexes::View(_)
        )
    }
}

/// The parameters of a movement field.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The start hex.
    pub from: Int,
    /// Movement points to spend.
    pub budget: Int,
    /// The index of the cost table.
    pub costs: Int,
    /// Hexes that may not be entered.
    pub blocked: Hexes,
    /// Hexes that end the move on entry.
    pub stop: Option<Hexes>,
    /// True if the unit may enter one adjacent hex that is not forbidden with its whole budget,
    /// whatever the cost.
    pub minimum_one: Int,
    /// The effect of hostile zones of control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<Zones>,
    /// Rates along a road; a unit that leaves the road pays the full price of the hex that it
    /// leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub road: Option<Road>,
    /// The index of the dependencies of the field among those of all cached fields; set at load.
    #[serde(skip)]
    pub kept: Option<u16>,
}

/// The effect of hostile zones of control on a step, by where it begins and ends; 255 forbids the
/// step.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Zones {
    /// The hexes in a zone.
    pub zone: Hexes,
    /// Extra cost of a step from outside into the zone.
    pub enter: Int,
    /// Extra cost of a step out of the zone.
    pub leave: Int,
    /// Total extra cost of a step from zone to zone.
    pub between: Int,
    /// True if entering the zone ends the move.
    pub stop: Int,
}

/// Rates along a road, by two cost tables.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Road {
    /// The index of the cost table for steps along the road.
    pub along: Int,
    /// The index of the cost table with the full price of such a step, due if the unit then leaves
    /// the hex off the road.
    pub full: Int,
    /// The cost due at once for leaving the start hex off the road.
    pub due: Int,
}

/// The balance of attackers against adjacent defenders: a sum over the attacked hexes. Each hex
/// counts the strength against it minus `even` times its defence, at least minus its defence, and
/// at most `most` times its defence.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Clash {
    /// The attackers.
    pub attackers: Units,
    /// The defenders.
    pub defenders: Units,
    /// The printed value that counts as the strength of an attacker, divided equally among the
    /// hexes that it attacks.
    pub strength: u8,
    /// The printed value that counts as the defence of a defender.
    pub defence: u8,
    /// Hexsides across which attacks are possible.
    pub edges: Option<u8>,
    /// Hexes in which defence is doubled.
    pub hard: Hexes,
    /// The odds, to one, at which an attack has value 0.
    pub even: u8,
    /// The greatest value of a hex, in multiples of its defence.
    pub most: u8,
}

/// A duty to attack: can the attackers be divided among the targets so that every obligation is
/// met?
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Duty {
    /// The possible attackers.
    pub attackers: Units,
    /// The attackers that stay where they are; they must attack if an adjacent target binds them
    /// (see `binds`).
    pub held: Units,
    /// The possible targets.
    pub targets: Hexes,
    /// The targets that must be attacked in any case.
    pub owed: Hexes,
    /// The strength of the attacker `Bound(0)`.
    pub strength: Int,
    /// The strength of the target `Bound(0)`.
    pub defence: Int,
    /// The lower strength of the target `Bound(0)` when an attacker eases it (see `eases`).
    pub eased: Int,
    /// Whether an attacker in hex `Bound(1)` lowers the strength of (eases) the target `Bound(0)`:
    /// 0 for no, 1 for yes, 2 for an attacker from a distance. The last eases the target only
    /// together with an attacker that is not at a distance.
    pub eases: Int,
    /// Whether the target `Bound(0)` obliges (binds) an attacker in hex `Bound(1)` to attack; only
    /// across the hexsides `binding`.
    pub binds: Int,
    /// Whether the attacker `Bound(1)` may attack the target `Bound(0)`; None if all may.
    #[serde(default)]
    pub may: Option<Int>,
    /// Whether adjacent targets can bind the attacker `Bound(0)`; None if they can bind every
    /// attacker.
    #[serde(default)]
    pub bound: Option<Int>,
    /// The hexes to which the attacker `Bound(0)` could move if it is not held.
    pub spots: Option<Hexes>,
    /// The largest number of attackers that hex `Bound(0)` can take from among the attackers that may
    /// move; attackers in `held`, which stay where they are, are not counted.
    pub room: Int,
    /// Hexsides across which attacks are possible.
    pub edges: Option<u8>,
    /// The edge mask of the hexsides across which a target binds an attacker; None for `edges`.
    pub binding: Option<u8>,
    /// A battle is allowed if attack times the first number is at least defence times the second.
    pub odds: (Int, Int),
    /// A unit and the hex in which the problem supposes it to be, held.
    pub moved: Option<(Int, Int)>,
    /// Attackers and targets of a declared battle, and whether the battle is complete (not 0).
    pub begun: Option<(Units, Hexes, Int)>,
    /// The index of the dependencies of the duty, with all units where they stand, among those of
    /// all cached duties; set at load.
    #[serde(skip)]
    pub kept: Option<u16>,
}

/// A set of units. As in [`Int`] and [`Hexes`], a `u8` or `u16` is an index.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub enum Units {
    /// No unit.
    Empty,
    /// Every unit.
    All,
    /// A set fixed by the order of battle.
    Fixed(u16),
    /// The units on the map.
    OnMap,
    /// The units with a flag.
    Flag(u8),
    /// The units at a hex or in a box.
    At(Node<Int>),
    /// The units in hexes of a set.
    In(Node<Hexes>),
    /// A set computed at most once per instruction, however often it occurs.
    Memo(u16, Node<Units>),
    /// A single unit.
    One(Node<Int>),
    /// Union.
    #[serde(alias = "Or")]
    Union(Node<Units>, Node<Units>),
    /// Intersection.
    #[serde(alias = "And")]
    Intersection(Node<Units>, Node<Units>),
    /// Difference.
    #[serde(alias = "Minus")]
    Difference(Node<Units>, Node<Units>),
    /// The members for which a condition on `Bound(0)` holds.
    Where(Node<Units>, Node<Int>),
    /// One member of each group of identical counters at the same place with the same flags and
    /// fields.
    Distinct(Node<Units>),
    /// Conditional: the second operand if the first is true, else the third.
    #[serde(alias = "If")]
    IfElse(Node<Int>, Node<Units>, Node<Units>),
    /// A set that a rule determines.
    #[serde(alias = "Tag")]
    Ruled(u16, Node<Units>),
    /// The attackers, other than held ones, of which one can be removed next, after those of the
    /// second operand. The removals end with a minimal set, without which the other attackers can
    /// fulfil the duty where they stand.
    GiveWay(Node<Duty>, Node<Units>),
    /// The attackers that can be added to the declared battle so that the duty can still be
    /// fulfilled.
    Joiners(Node<Duty>),
    /// The units after a unit, by number; made by a pass.
    #[serde(skip)]
    After(Node<Int>),
    /// A set cached until its dependencies change; made by a pass.
    #[serde(skip)]
    Cached(u16, Node<Units>),
    /// The members for which a condition holds; whether it holds is cached for each unit. Made by a
    /// pass.
    #[serde(skip)]
    WhereKnown(u16, Node<Units>, Node<Int>),
    /// A set that is updated incrementally, unit by unit; if true, only one unit of each class of
    /// identical counters in the set. Made by a pass.
    #[serde(skip)]
    Followed(u16, Node<Units>, bool),
    /// The first set, narrowed by each following set: to its members (true), or to units outside it
    /// (false). Made by a pass.
    #[serde(skip)]
    Chain(Box<[(bool, Units)]>),
}
