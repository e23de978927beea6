//! Dependency analysis: the parts of a state that an expression reads. It runs once at load; a
//! cached value is computed again only when one of these parts changes.

use crate::file::GameData;
use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::visit::{Part, Scope};

/// The dependencies of an expression.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Depends {
    /// Occupation of hexes by sides, a bit mask of sides.
    pub occupied: u8,
    /// Materialised sets of hexes, a bit mask of their indices.
    pub standing: u32,
    /// Hex flags, a bit mask of their indices.
    pub hex_flags: u64,
    /// Unit flags, a bit mask of their indices.
    pub unit_flags: u64,
    /// All properties of the units of a side, a bit mask of sides.
    pub sides: u8,
    /// All properties of the units in a box, a bit mask of boxes.
    pub boxes: u64,
    /// All properties of the unit that is the argument of the query.
    pub own: bool,
    /// The whole state.
    pub all: bool,
    /// The values of views, regardless of what the views depend on.
    pub views: Vec<u16>,
    /// Variables.
    pub variables: Vec<u16>,
    /// Locals of the running procedure.
    pub locals: Vec<u8>,
}

impl Depends {
    /// Adds the dependencies of a part.
    pub(crate) fn add(&mut self, inner: &Depends) {
        self.occupied |= inner.occupied;
        self.standing |= inner.standing;
        self.hex_flags |= inner.hex_flags;
        self.unit_flags |= inner.unit_flags;
        self.sides |= inner.sides;
        self.boxes |= inner.boxes;
        self.own |= inner.own;
        self.all |= inner.all;
        self.views.extend_from_slice(&inner.views);
        self.variables.extend_from_slice(&inner.variables);
        self.locals.extend_from_slice(&inner.locals);
    }

    /// Whether a value with these dependencies can change with each step of a unit, but depends
    /// neither on locals of the program, nor on a query's argument, nor on the whole state.
    pub(crate) fn changes_with_steps(&self) -> bool {
        let steps = self.occupied != 0 || self.standing != 0 || self.sides != 0;
        steps && !self.all && !self.own && self.locals.is_empty()
    }

    fn cover(&mut self, cover: Cover) {
        self.sides |= cover.sides;
        self.boxes |= cover.boxes;
        self.own |= cover.own;
    }

    fn sort(&mut self) {
        self.views.sort_unstable();
        self.views.dedup();
        self.variables.sort_unstable();
        self.variables.dedup();
        self.locals.sort_unstable();
        self.locals.dedup();
    }
}

/// An over-approximation of a set of units: the units of some sides, the units in some boxes, and
/// perhaps the unit that is the argument of the query.
#[derive(Clone, Copy)]
struct Cover {
    sides: u8,
    boxes: u64,
    own: bool,
}

const NOBODY: Cover = Cover {
    sides: 0,
    boxes: 0,
    own: false,
};
const EVERYBODY: Cover = Cover {
    sides: u8::MAX,
    ..NOBODY
};
const OWN: Cover = Cover {
    own: true,
    ..NOBODY
};

impl Cover {
    /// The better of two covers of one set: the cover with fewer sides, whose units change less
    /// often.
    fn narrower(self, other: Cover) -> Cover {
        if self.sides.count_ones() <= other.sides.count_ones() {
            self
        } else {
            other
        }
    }

    fn with(self, other: Cover) -> Cover {
        Cover {
            sides: self.sides | other.sides,
            boxes: self.boxes | other.boxes,
            own: self.own | other.own,
        }
    }
}

/// Computes the dependencies of expressions, given the fixed sets and the views that they use.
#[derive(Debug, Clone)]
pub(crate) struct Depender {
    /// The sides of the units in each fixed set.
    fixed: Vec<u8>,
    hex_count: i64,
    views: Vec<Depends>,
    /// For each view, whether an expression that uses the view depends on the value of the view,
    /// instead of all that the view itself depends on.
    by_value: Vec<bool>,
}

impl Depender {
    /// A new analysis; `fixed` holds the fixed sets of units of a game, as bit sets.
    pub(crate) fn new(data: &GameData, fixed: &[Box<[u64]>]) -> Depender {
        let side = |(u, side): (usize, &u8), set: &[u64]| {
            let member = set[u / 64] >> (u % 64) & 1 == 1;
            u8::from(member) << side
        };
        let sides = |set: &[u64]| {
            let units = data.units.side.iter().enumerate();
            units.fold(0, |all, unit| all | side(unit, set))
        };
        Depender {
            fixed: fixed.iter().map(|set| sides(set)).collect(),
            hex_count: data.hex_names.len() as i64,
            views: Vec::new(),
            by_value: Vec::new(),
        }
    }

    /// Computes the dependencies of the views; each may use the views before it.
    pub(crate) fn learn(&mut self, views: &[Hexes]) {
        for v in views {
            let d = self.of(&Part::Hexes(v));
            self.views.push(d);
        }
    }

    /// A copy of the analysis in which an expression that uses a marked view depends on the value
    /// of the view. A marked view that is computed again with an equal value then invalidates
    /// nothing (early cutoff).
    pub(crate) fn by_value(&self, views: Vec<bool>) -> Depender {
        Depender {
            by_value: views,
            ..self.clone()
        }
    }

    fn counts_by_value(&self, view: u16) -> bool {
        self.by_value.get(view as usize) == Some(&true)
    }

    /// The dependencies of each view, including those of nested views.
    pub(crate) fn views(&self) -> &[Depends] {
        &self.views
    }

    /// The dependencies of an expression.
    pub(crate) fn of(&self, part: &Part<'_>) -> Depends {
        let mut out = Depends::default();
        self.part(part, EVERYBODY, &mut Vec::new(), &mut out);
        out.sort();
        out
    }

    /// The dependencies of a query whose argument is one unit.
    pub(crate) fn about_one(&self, question: &Int) -> Depends {
        let mut out = Depends::default();
        self.number(question, &mut vec![OWN], &mut out);
        out.sort();
        out
    }

    /// Adds to `d` the dependencies of a part. `matter` covers the units of whose properties the
    /// part reads some; `its` has a cover for the member of each enclosing filter.
    fn part(&self, part: &Part<'_>, matter: Cover, its: &mut Vec<Cover>, d: &mut Depends) {
        match part {
            Part::Int(e) => self.number(e, its, d),
            Part::Hexes(e) => self.hexes(e, its, d),
            Part::Units(e) => self.units(e, matter, its, d),
        }
    }

    fn parts(&self, part: &Part<'_>, its: &mut Vec<Cover>, d: &mut Depends) {
        part.parts(&mut |inner, scope| match scope {
            Scope::Same => self.part(&inner, EVERYBODY, its, d),
            Scope::Bound(n) => {
                let depth = its.len();
                its.resize(depth + n as usize, EVERYBODY);
                self.part(&inner, EVERYBODY, its, d);
                its.truncate(depth);
            }
            Scope::Apart => self.part(&inner, EVERYBODY, &mut Vec::new(), d),
        });
    }

    fn number(&self, e: &Int, its: &mut Vec<Cover>, d: &mut Depends) {
        match e {
            Int::Var(v) | Int::VarEq(v, _) => d.variables.push(*v),
            Int::Local(l) => d.locals.push(*l),
            Int::UnitFlag(f, u) => match self.one(u, its) {
                boxes @ Cover { sides: 0, .. } => d.cover(boxes),
                _ => d.unit_flags |= 1 << f,
            },
            Int::UnitPlace(u) | Int::UnitField(_, u) => d.cover(self.one(u, its)),
            Int::StackSize(side, _) => d.sides |= 1 << side,
            Int::Clash(_) => d.cover(EVERYBODY),
            Int::Duty(_) | Int::CostTo(_) => d.all = true,
            Int::ContainsUnit(set, u) => {
                self.units(set, self.one(u, its), its, d);
                return self.number(u, its, d);
            }
            Int::Sum(set, value) => {
                self.units(set, EVERYBODY, its, d);
                return self.among(set, value, its, d);
            }
            Int::Let(value, then) => {
                self.number(value, its, d);
                its.push(self.one(value, its));
                self.number(then, its, d);
                its.pop();
                return;
            }
            Int::Least(set, value, none) => {
                self.units(set, EVERYBODY, its, d);
                self.number(none, its, d);
                return self.among(set, value, its, d);
            }
            _ => {}
        }
        self.parts(&Part::Int(e), its, d);
    }

    /// Adds the dependencies of a number that is evaluated for each member of a set.
    fn among(&self, set: &Units, value: &Int, its: &mut Vec<Cover>, d: &mut Depends) {
        let members = self.cover(set, its);
        its.push(members);
        self.number(value, its, d);
        its.pop();
    }

    fn hexes(&self, e: &Hexes, its: &mut Vec<Cover>, d: &mut Depends) {
        match e {
            Hexes::Occupied(s) => d.occupied |= 1 << s,
            Hexes::Standing(n) => d.standing |= 1 << n,
            Hexes::Flag(f) => d.hex_flags |= 1 << f,
            Hexes::Stacked(s, _) => d.sides |= 1 << s,
            // the places of the units in a set
            Hexes::HexesOf(u) => d.cover(self.cover(u, its)),
            Hexes::View(v) | Hexes::Cached(v, _) if self.counts_by_value(*v) => {
                return d.views.push(*v);
            }
            Hexes::View(v) => {
                if let Some(inner) = self.views.get(*v as usize) {
                    d.add(inner);
                }
            }
            Hexes::Reach(_) | Hexes::Wideners(_) | Hexes::Destinations(..) | Hexes::Path(_) => {
                d.all = true
            }
            _ => {}
        }
        self.parts(&Part::Hexes(e), its, d);
    }

    fn units(&self, e: &Units, matter: Cover, its: &mut Vec<Cover>, d: &mut Depends) {
        match e {
            Units::Intersection(a, b) => {
                let (ours, theirs) = (self.cover(a, its), self.cover(b, its));
                self.units(a, matter.narrower(theirs), its, d);
                self.units(b, matter.narrower(ours), its, d);
            }
            Units::Difference(a, b) => {
                let ours = self.cover(a, its);
                self.units(a, matter, its, d);
                self.units(b, matter.narrower(ours), its, d);
            }
            Units::Union(a, b) => {
                self.units(a, matter, its, d);
                self.units(b, matter, its, d);
            }
            Units::IfElse(c, a, b) => {
                self.number(c, its, d);
                self.units(a, matter, its, d);
                self.units(b, matter, its, d);
            }
            Units::Where(a, c) | Units::WhereKnown(_, a, c) => {
                self.units(a, matter, its, d);
                let members = matter.narrower(self.cover(a, its));
                its.push(members);
                self.number(c, its, d);
                its.pop();
            }
            Units::Memo(_, a) => self.units(a, matter, &mut Vec::new(), d),
            Units::Ruled(_, a) | Units::Cached(_, a) | Units::Followed(_, a, _) => {
                self.units(a, matter, its, d);
            }
            // the choice among identical counters may depend on the units outside the cover
            Units::Distinct(a) => {
                d.cover(self.cover(a, its));
                self.units(a, EVERYBODY, its, d);
            }
            Units::OnMap => d.cover(matter),
            Units::In(_) => {
                d.cover(matter);
                self.parts(&Part::Units(e), its, d);
            }
            Units::At(p) => {
                d.cover(matter.narrower(self.cover(e, its)));
                self.number(p, its, d);
            }
            Units::Flag(f) => match matter {
                boxes @ Cover { sides: 0, .. } => d.cover(boxes),
                _ => d.unit_flags |= 1 << f,
            },
            // a chain is built when all this is known
            Units::GiveWay(..) | Units::Joiners(_) | Units::Chain(_) => d.all = true,
            Units::Empty | Units::All | Units::Fixed(_) | Units::One(_) | Units::After(_) => {
                self.parts(&Part::Units(e), its, d);
            }
        }
    }

    /// The cover of a single unit, given the covers of the members of enclosing filters.
    fn one(&self, u: &Int, its: &[Cover]) -> Cover {
        match u {
            Int::Bound(n) => its.iter().rev().nth(*n as usize).copied(),
            _ => None,
        }
        .unwrap_or(EVERYBODY)
    }

    /// The cover of a set of units, given the covers of the members of enclosing filters.
    fn cover(&self, e: &Units, its: &[Cover]) -> Cover {
        match e {
            Units::Empty => NOBODY,
            Units::Fixed(i) => Cover {
                sides: self.fixed.get(*i as usize).copied().unwrap_or(u8::MAX),
                ..NOBODY
            },
            Units::At(p) => match **p {
                Int::Const(p) if (self.hex_count..self.hex_count + 64).contains(&p) => Cover {
                    boxes: 1 << (p - self.hex_count),
                    ..NOBODY
                },
                _ => EVERYBODY,
            },
            Units::One(u) => self.one(u, its),
            Units::Intersection(a, b) => self.cover(a, its).narrower(self.cover(b, its)),
            Units::Difference(a, _)
            | Units::Where(a, _)
            | Units::WhereKnown(_, a, _)
            | Units::Distinct(a)
            | Units::Ruled(_, a)
            | Units::Cached(_, a)
            | Units::Followed(_, a, _) => self.cover(a, its),
            Units::Memo(_, a) => self.cover(a, &[]),
            Units::Union(a, b) | Units::IfElse(_, a, b) => {
                self.cover(a, its).with(self.cover(b, its))
            }
            _ => EVERYBODY,
        }
    }
}
