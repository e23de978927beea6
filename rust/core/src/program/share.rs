//! Has all parts of a program that say the same be one part.
//!
//! The parts shared are made anew, those that a part stands on before it, so that they lie next to
//! each other in memory.

use super::expr::{Clash, Duty, Hexes, Int, Reach, Road, Units, Zones};
use super::instr::Instr;
use super::node::Node;
use super::simplify::Program;
use super::walk::PartMut;
use crate::stir::Quick;
use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

/// Has a program share its parts.
pub(super) fn program(program: &mut Program) {
    let mut shared = Shared::default();
    let s = &mut shared;
    program.parts_mut(&mut |part| match part {
        PartMut::Int(e) => e.parts(s),
        PartMut::Hexes(e) => e.parts(s),
        PartMut::Units(e) => e.parts(s),
    });
    // the walk above has looked past the parts that instructions themselves stand on
    for instr in program.procedures.iter_mut().flat_map(|p| &mut p.code) {
        instr.parts(s);
    }
}

/// The parts of one kind.
struct Known<T> {
    parts: HashSet<Told<T>, Quick>,
    /// The parts met, by address.
    met: HashMap<*const T, Met<T>, Quick>,
}

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known {
            parts: HashSet::default(),
            met: HashMap::default(),
        }
    }
}

/// A part that is held on to, so that its address stays its own, and what stands in for it; nothing
/// where it stands for itself.
type Met<T> = (Node<T>, Option<Node<T>>);

/// A shared part, known by what it says.
#[derive(PartialEq, Eq)]
struct Told<T>(Node<T>);

impl<T: Hash> Hash for Told<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        T::hash(&self.0, state);
    }
}

impl<T> Borrow<T> for Told<T> {
    fn borrow(&self) -> &T {
        &self.0
    }
}

/// The parts that are shared.
#[derive(Default)]
struct Shared {
    ints: Known<Int>,
    hexes: Known<Hexes>,
    units: Known<Units>,
    reaches: Known<Reach>,
    duties: Known<Duty>,
    clashes: Known<Clash>,
}

impl Shared {
    /// Puts the shared part in place of one that says the same.
    fn node<T: Parts + Clone + Eq + Hash>(&mut self, node: &mut Node<T>) {
        if let Some((_, known)) = T::known(self).met.get(&address(node)) {
            if let Some(known) = known {
                *node = known.clone();
            }
            return;
        }
        let mut part = T::clone(node);
        part.parts(self);
        let known = T::known(self);
        let shared = match known.parts.get(&part) {
            Some(Told(shared)) => shared.clone(),
            None => {
                let shared = Node::new(part);
                known.parts.insert(Told(shared.clone()));
                known.met.insert(address(&shared), (shared.clone(), None));
                shared
            }
        };
        let met = std::mem::replace(node, shared.clone());
        known.met.insert(address(&met), (met, Some(shared)));
    }
}

fn address<T>(node: &Node<T>) -> *const T {
    &**node
}

/// What stands on parts that can be shared. They are listed here once more, beside
/// [`super::walk`], as that hands out what parts say and not the parts, which are put in place of
/// each other here.
trait Parts: Sized {
    /// Shares its parts.
    fn parts(&mut self, s: &mut Shared);

    /// Those of its kind.
    fn known(s: &mut Shared) -> &mut Known<Self>;
}

impl Parts for Int {
    fn parts(&mut self, s: &mut Shared) {
        match self {
            Int::Const(_) | Int::Var(_) | Int::Local(_) | Int::Bound(_) | Int::VarEq(..) => {}
            Int::Add(a, b)
            | Int::Sub(a, b)
            | Int::Mul(a, b)
            | Int::Div(a, b)
            | Int::DivCeil(a, b)
            | Int::Mod(a, b)
            | Int::Min(a, b)
            | Int::Max(a, b)
            | Int::Eq(a, b)
            | Int::Lt(a, b)
            | Int::Le(a, b)
            | Int::And(a, b)
            | Int::Or(a, b)
            | Int::Distance(a, b)
            | Int::Direction(a, b)
            | Int::Neighbor(a, b)
            | Int::EdgeFeature(_, a, b)
            | Int::Let(a, b) => {
                s.node(a);
                s.node(b);
            }
            Int::Not(a)
            | Int::UnitPlace(a)
            | Int::CostTo(a)
            | Int::UnitAttr(_, a)
            | Int::UnitFlag(_, a)
            | Int::UnitField(_, a)
            | Int::HexAttr(_, a)
            | Int::StackSize(_, a)
            | Int::Ruled(_, a)
            | Int::Cached(_, a) => s.node(a),
            Int::IfElse(a, b, c) | Int::StepCost(a, b, c) => {
                s.node(a);
                s.node(b);
                s.node(c);
            }
            Int::Table(_, at) => at.iter_mut().for_each(|a| a.parts(s)),
            Int::ContainsHex(h, a) | Int::NextHex(h, a) | Int::Ring(h, a) => {
                s.node(h);
                s.node(a);
            }
            Int::ContainsUnit(u, a) | Int::NextUnit(u, a) | Int::Sum(u, a) => {
                s.node(u);
                s.node(a);
            }
            Int::CountHexes(h) | Int::FirstHex(h) | Int::AnyHex(h) => s.node(h),
            Int::CountUnits(u) | Int::AnyUnit(u) => s.node(u),
            Int::Least(u, a, none) => {
                s.node(u);
                s.node(a);
                s.node(none);
            }
            Int::Clash(clash) => s.node(clash),
            Int::Duty(duty) => s.node(duty),
        }
    }

    fn known(s: &mut Shared) -> &mut Known<Int> {
        &mut s.ints
    }
}

impl Parts for Hexes {
    fn parts(&mut self, s: &mut Shared) {
        match self {
            Hexes::Empty
            | Hexes::All
            | Hexes::Fixed(_)
            | Hexes::Occupied(_)
            | Hexes::Flag(_)
            | Hexes::Standing(_)
            | Hexes::View(_) => {}
            Hexes::Stacked(_, a) | Hexes::One(a) => s.node(a),
            Hexes::Union(a, b)
            | Hexes::Intersection(a, b)
            | Hexes::Difference(a, b)
            | Hexes::Flood {
                from: a, open: b, ..
            } => {
                s.node(a);
                s.node(b);
            }
            Hexes::Adjacent(_, a)
            | Hexes::Ruled(_, a)
            | Hexes::Spots(a)
            | Hexes::Few(a)
            | Hexes::Cached(_, a)
            | Hexes::Memo(_, a) => s.node(a),
            Hexes::Chain(links) => links.iter_mut().for_each(|(_, a)| a.parts(s)),
            Hexes::Within(a, b) => {
                s.node(a);
                s.node(b);
            }
            Hexes::HexesOf(u) => s.node(u),
            Hexes::IfElse(c, a, b) => {
                s.node(c);
                s.node(a);
                s.node(b);
            }
            Hexes::Where(a, c) => {
                s.node(a);
                s.node(c);
            }
            Hexes::Reach(reach) => s.node(reach),
            Hexes::Wideners(duty) => s.node(duty),
            Hexes::Destinations(duty, unit, among) => {
                s.node(duty);
                s.node(unit);
                s.node(among);
            }
        }
    }

    fn known(s: &mut Shared) -> &mut Known<Hexes> {
        &mut s.hexes
    }
}

impl Parts for Units {
    fn parts(&mut self, s: &mut Shared) {
        match self {
            Units::Empty | Units::All | Units::OnMap | Units::Fixed(_) | Units::Flag(_) => {}
            Units::At(a) | Units::One(a) | Units::After(a) => s.node(a),
            Units::In(h) => s.node(h),
            Units::Union(a, b) | Units::Intersection(a, b) | Units::Difference(a, b) => {
                s.node(a);
                s.node(b);
            }
            Units::Where(a, c) | Units::WherePlaced(a, c) | Units::WhereKnown(_, a, c) => {
                s.node(a);
                s.node(c);
            }
            Units::Distinct(a)
            | Units::Ruled(_, a)
            | Units::Cached(_, a)
            | Units::Memo(_, a)
            | Units::Followed(_, a, _) => s.node(a),
            Units::IfElse(c, a, b) => {
                s.node(c);
                s.node(a);
                s.node(b);
            }
            Units::GiveWay(duty, given) => {
                s.node(duty);
                s.node(given);
            }
            Units::Joiners(duty) => s.node(duty),
            Units::Chain(links) => links.iter_mut().for_each(|(_, a)| a.parts(s)),
        }
    }

    fn known(s: &mut Shared) -> &mut Known<Units> {
        &mut s.units
    }
}

impl Parts for Reach {
    fn parts(&mut self, s: &mut Shared) {
        let Reach {
            from,
            budget,
            costs,
            blocked,
            stop,
            minimum_one,
            zones,
            road,
            kept: _,
        } = self;
        for e in [from, budget, costs, minimum_one] {
            e.parts(s);
        }
        for e in std::iter::once(blocked).chain(stop) {
            e.parts(s);
        }
        if let Some(Zones {
            zone,
            enter,
            leave,
            between,
            stop,
        }) = zones
        {
            zone.parts(s);
            for e in [enter, leave, between, stop] {
                e.parts(s);
            }
        }
        if let Some(Road { along, full, due }) = road {
            for e in [along, full, due] {
                e.parts(s);
            }
        }
    }

    fn known(s: &mut Shared) -> &mut Known<Reach> {
        &mut s.reaches
    }
}

impl Parts for Duty {
    fn parts(&mut self, s: &mut Shared) {
        let Duty {
            attackers,
            held,
            targets,
            owed,
            strength,
            defence,
            eased,
            eases,
            binds,
            may,
            bound,
            spots,
            room,
            edges: _,
            binding: _,
            odds,
            moved,
            begun,
            kept: _,
        } = self;
        for e in [attackers, held] {
            e.parts(s);
        }
        for e in [targets, owed].into_iter().chain(spots) {
            e.parts(s);
        }
        let always = [strength, defence, eased, eases, binds, room];
        let odds = [&mut odds.0, &mut odds.1];
        for e in always.into_iter().chain(odds).chain(may).chain(bound) {
            e.parts(s);
        }
        if let Some((unit, hex)) = moved {
            unit.parts(s);
            hex.parts(s);
        }
        if let Some((units, hexes, closed)) = begun {
            units.parts(s);
            hexes.parts(s);
            closed.parts(s);
        }
    }

    fn known(s: &mut Shared) -> &mut Known<Duty> {
        &mut s.duties
    }
}

impl Parts for Clash {
    fn parts(&mut self, s: &mut Shared) {
        self.attackers.parts(s);
        self.defenders.parts(s);
        self.hard.parts(s);
    }

    fn known(s: &mut Shared) -> &mut Known<Clash> {
        &mut s.clashes
    }
}

impl Instr {
    fn parts(&mut self, s: &mut Shared) {
        match self {
            Instr::Place(a, b, _) | Instr::SetUnitField(_, a, b, _) | Instr::EndGame(a, b, _) => {
                s.node(a);
                s.node(b);
            }
            Instr::PlaceAll(units, e, _) | Instr::SetUnitFlag(_, units, e, _) => {
                s.node(units);
                s.node(e);
            }
            Instr::SetHexFlag(_, hexes, e, _) => {
                s.node(hexes);
                s.node(e);
            }
            Instr::Path(reach, to, ..) => {
                s.node(reach);
                s.node(to);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
