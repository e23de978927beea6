//! Expressions of a rule program: numbers, sets of hexes and sets of units.
//!
//! They are built elsewhere, decoded once from the game file and evaluated by the machine.
//! Truth is a number: 0 is false, anything else is true.

use crate::ir::node::Node;
use serde::{Deserialize, Serialize};

/// A number.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub enum Int {
    /// A constant.
    #[serde(alias = "K")]
    Const(i64),
    /// A variable of the game.
    #[serde(alias = "V")]
    Var(u16),
    /// A local of the running procedure.
    #[serde(alias = "L")]
    Local(u8),
    /// The member at hand of the n-th enclosing filter or sum, or what the n-th enclosing number is
    /// called by; beyond the outermost are the arguments of a query, the last one first.
    #[serde(alias = "It")]
    Bound(u8),
    /// Whether a variable has a value; made at load only.
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
    /// Both; the second is not evaluated when the first is false.
    And(Node<Int>, Node<Int>),
    /// Either.
    Or(Node<Int>, Node<Int>),
    /// Neither zero nor false becomes false.
    Not(Node<Int>),
    /// The second if the first is true, else the third.
    #[serde(alias = "If")]
    IfElse(Node<Int>, Node<Int>, Node<Int>),
    /// The second, in which `Bound(0)` is the first, worked out once.
    Let(Node<Int>, Node<Int>),
    /// A cell of a table, one index a dimension.
    Table(u16, Box<[Int]>),
    /// A printed value of a unit.
    UnitAttr(u8, Node<Int>),
    /// The hex or box where a unit is.
    UnitPlace(Node<Int>),
    /// A flag of a unit.
    UnitFlag(u8, Node<Int>),
    /// A number kept for a unit.
    UnitField(u8, Node<Int>),
    /// A printed value of a hex.
    HexAttr(u8, Node<Int>),
    /// Whether a hex belongs to a set.
    #[serde(alias = "Has")]
    ContainsHex(Node<Hexes>, Node<Int>),
    /// Whether a unit belongs to a set.
    #[serde(alias = "HasUnit")]
    ContainsUnit(Node<Units>, Node<Int>),
    /// The number of hexes.
    #[serde(alias = "Count")]
    CountHexes(Node<Hexes>),
    /// The number of units.
    CountUnits(Node<Units>),
    /// The first hex, or -1.
    #[serde(alias = "First")]
    FirstHex(Node<Hexes>),
    /// The first unit after the given one, or -1.
    NextUnit(Node<Units>, Node<Int>),
    /// The first hex after the given one, or -1.
    NextHex(Node<Hexes>, Node<Int>),
    /// The sum of a number over units.
    Sum(Node<Units>, Node<Int>),
    /// The smallest value over units, or the third operand when there is none.
    Least(Node<Units>, Node<Int>, Node<Int>),
    /// The movement points to a hex by the reach last computed, or -1.
    CostTo(Node<Int>),
    /// The units of a side in a hex that count for stacking.
    #[serde(alias = "Stack")]
    StackSize(u8, Node<Int>),
    /// The distance between two hexes.
    Distance(Node<Int>, Node<Int>),
    /// The direction from a hex to a neighbour, or -1.
    Direction(Node<Int>, Node<Int>),
    /// The neighbour of a hex in a direction, or -1.
    Neighbor(Node<Int>, Node<Int>),
    /// Whether the hexside between two hexes bears a feature.
    #[serde(alias = "Edge")]
    EdgeFeature(u8, Node<Int>, Node<Int>),
    /// Which of the six neighbours of a hex belong to a set, as a six-bit number.
    Ring(Node<Hexes>, Node<Int>),
    /// The cost to step between neighbours by a cost table chosen by number, or -1.
    #[serde(alias = "Step")]
    StepCost(Node<Int>, Node<Int>, Node<Int>),
    /// A number that a rule puts into play: reported when asked, else the number itself.
    #[serde(alias = "Tag")]
    Ruled(u16, Node<Int>),
    /// How attackers stand against those whom they touch.
    Clash(Node<Clash>),
    /// Whether a duty to attack can be done.
    Duty(Node<Duty>),
    /// Whether there is a hex; made at load only.
    #[serde(skip)]
    AnyHex(Node<Hexes>),
    /// Whether there is a unit; made at load only.
    #[serde(skip)]
    AnyUnit(Node<Units>),
    /// A number kept until what it depends on has changed; made at load only.
    #[serde(skip)]
    Cached(u16, Node<Int>),
}

/// A set of hexes.
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
    /// The hexes of a set that is kept in the state; made at load only.
    #[serde(skip)]
    Standing(u8),
    /// The hexes with at least so many units of a side that count for stacking.
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
    /// The hexes next to a set, through the open hexsides of an edge mask when one is named.
    Adjacent(Option<u8>, Node<Hexes>),
    /// The hexes within a range of a hex.
    Within(Node<Int>, Node<Int>),
    /// Everything connected with `from` through `open` hexes over open hexsides.
    Flood {
        /// Where it begins.
        from: Node<Hexes>,
        /// What it may enter.
        open: Node<Hexes>,
        /// Which hexsides are open.
        edges: Option<u8>,
    },
    /// A named set, computed once per position.
    View(u16),
    /// A set worked out once an instruction, however often it stands there.
    Memo(u16, Node<Hexes>),
    /// The hexes where units are.
    #[serde(alias = "Of")]
    HexesOf(Node<Units>),
    /// The second if the first is true, else the third.
    #[serde(alias = "If")]
    IfElse(Node<Int>, Node<Hexes>, Node<Hexes>),
    /// The members for which a condition on `Bound(0)` holds.
    Where(Node<Hexes>, Node<Int>),
    /// The hexes that a mover can reach.
    Reach(Node<Reach>),
    /// The targets with which as well the duty can be done, in the battle begun.
    Wideners(Node<Duty>),
    /// The hexes of a set at which the duty can be done when a unit stands there, held.
    Destinations(Node<Duty>, Node<Int>, Node<Hexes>),
    /// The hexes that the path at hand leads through from a hex on, without that hex; they are
    /// marked, and stand nowhere else.
    Path(Node<Int>),
    /// A set that a rule puts into play.
    #[serde(alias = "Tag")]
    Ruled(u16, Node<Hexes>),
    /// A set of a few hexes that are listed rather than set apart on the map; made at load only.
    #[serde(skip)]
    Few(Node<Hexes>),
    /// A set that is kept as a view, whose number it has, until what it depends on has changed;
    /// made at load only.
    #[serde(skip)]
    Cached(u16, Node<Hexes>),
    /// The first set, narrowed to what is within each of the others (true) or without it; made at
    /// load only.
    #[serde(skip)]
    Chain(Box<[(bool, Hexes)]>),
}

impl Hexes {
    /// Whether a set stands ready, in the state or by its number, and is made of no others.
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
    /// The number of the cost table.
    pub costs: Int,
    /// Hexes that may not be entered.
    pub blocked: Hexes,
    /// Hexes that end the move when entered.
    pub stop: Option<Hexes>,
    /// True when one hex may always be entered.
    pub minimum_one: Int,
    /// What hostile zones of control ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zones: Option<Zones>,
    /// Rates along a road, which are lost to who leaves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub road: Option<Road>,
    /// The number under which what the field depends on is known; given at load.
    #[serde(skip)]
    pub kept: Option<u16>,
}

/// What hostile zones of control ask of a mover, by where a step begins and ends; 255 forbids.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Zones {
    /// The hexes in a zone.
    pub zone: Hexes,
    /// Extra cost of a step from outside into the zone.
    pub enter: Int,
    /// Extra cost of a step out of the zone.
    pub leave: Int,
    /// Extra cost of a step from zone to zone, all told.
    pub between: Int,
    /// True when entering the zone ends the move.
    pub stop: Int,
}

/// Rates along a road, by two cost tables.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Road {
    /// The number of the table of rates along the road.
    pub along: Int,
    /// The number of the table of the prices owed instead by who then leaves off the road.
    pub full: Int,
    /// What is owed at once for leaving the start off the road.
    pub due: Int,
}

/// How attackers stand against the defenders whom they touch: the sum over the hexes touched of
/// strength less `even` times defence, but from minus once to `most` times defence.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Clash {
    /// Who attacks.
    pub attackers: Units,
    /// Who is attacked.
    pub defenders: Units,
    /// The printed value by which an attacker counts, in equal shares against all that it touches.
    pub strength: u8,
    /// The printed value by which a defender counts.
    pub defence: u8,
    /// Hexsides across which an attack can be made.
    pub edges: Option<u8>,
    /// Hexes in which defence counts double.
    pub hard: Hexes,
    /// Odds, to one, at which an attack is worth nothing either way.
    pub even: u8,
    /// How far beyond them better odds are worth more.
    pub most: u8,
}

/// A duty to attack: can the attackers share the targets out among themselves?
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub struct Duty {
    /// Who can attack.
    pub attackers: Units,
    /// Those of them who stay where they are, and attack when a target next to them binds them.
    pub held: Units,
    /// Who can be attacked.
    pub targets: Hexes,
    /// Those of them who must be attacked in any case.
    pub owed: Hexes,
    /// The strength of the attacker `Bound(0)`.
    pub strength: Int,
    /// The strength of the target `Bound(0)`.
    pub defence: Int,
    /// Its strength when one of its attackers eases.
    pub eased: Int,
    /// Whether an attacker in hex `Bound(1)` eases against the target `Bound(0)`: 0 for no, 1 for
    /// yes; 2 for one who attacks from apart, and eases with another who does not.
    pub eases: Int,
    /// Whether the target `Bound(0)` binds an attacker in hex `Bound(1)`, when a hexside lets it.
    pub binds: Int,
    /// Whether the attacker `Bound(1)` may attack the target `Bound(0)`; all may when there is
    /// none.
    #[serde(default)]
    pub may: Option<Int>,
    /// Whether the attacker `Bound(0)` is bound by what stands next to it; all are when there is
    /// none.
    #[serde(default)]
    pub bound: Option<Int>,
    /// Where the attacker `Bound(0)` could go, when it is not held.
    pub spots: Option<Hexes>,
    /// How many who are not held find room in hex `Bound(0)`.
    pub room: Int,
    /// Hexsides across which an attack can be made.
    pub edges: Option<u8>,
    /// Hexsides across which a target binds; all of those for attacks when there is none.
    pub binding: Option<u8>,
    /// A battle is allowed when attack times the first is at least defence times the second.
    pub odds: (Int, Int),
    /// A unit and where to think of it as standing, held there.
    pub moved: Option<(Int, Int)>,
    /// Attackers and targets of a battle already begun, and whether it is closed.
    pub begun: Option<(Units, Hexes, Int)>,
    /// The number under which what the question depends on is known, with everyone where he is;
    /// given at load.
    #[serde(skip)]
    pub kept: Option<u16>,
}

/// A set of units.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq, Hash)]
pub enum Units {
    /// No unit.
    Empty,
    /// Every unit.
    All,
    /// A set fixed by the order of battle.
    Fixed(u16),
    /// The units in hexes.
    OnMap,
    /// The units with a flag.
    Flag(u8),
    /// The units at a hex or in a box.
    At(Node<Int>),
    /// The units in hexes of a set.
    In(Node<Hexes>),
    /// A set worked out once an instruction, however often it stands there.
    Memo(u16, Node<Units>),
    /// One unit.
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
    /// One member of each class of interchangeable counters in the same place and status.
    Distinct(Node<Units>),
    /// The second if the first is true, else the third.
    #[serde(alias = "If")]
    IfElse(Node<Int>, Node<Units>, Node<Units>),
    /// A set that a rule puts into play.
    #[serde(alias = "Tag")]
    Ruled(u16, Node<Units>),
    /// The attackers not held, one of whom is next to give way after the second operand: in the
    /// end a least set without which the others can do their duty where they stand.
    GiveWay(Node<Duty>, Node<Units>),
    /// The attackers with whom as well the duty can be done, in the battle begun.
    Joiners(Node<Duty>),
    /// The units that come after a unit, by number; made at load only.
    #[serde(skip)]
    After(Node<Int>),
    /// A set kept until what it depends on has changed; made at load only.
    #[serde(skip)]
    Cached(u16, Node<Units>),
    /// The members for which a condition holds whose answer is kept for each unit; made at load
    /// only.
    #[serde(skip)]
    WhereKnown(u16, Node<Units>, Node<Int>),
    /// A set that is followed unit by unit from one position to the next, or one of each kind of
    /// counters in it; made at load only.
    #[serde(skip)]
    Followed(u16, Node<Units>, bool),
    /// The first set, narrowed to what is within each of the others (true) or without it; made at
    /// load only.
    #[serde(skip)]
    Chain(Box<[(bool, Units)]>),
}
