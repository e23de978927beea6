//! Visits the operands of expressions as shared nodes, so that a rewrite can replace a node in all
//! expressions that share it.

use crate::ir::expr::{Clash, Duty, Hexes, Int, Reach, Road, Units, Zones};
use crate::ir::instr::Instr;
use crate::ir::node::Node;
use crate::ir::visit::PartMut;
use eastfront_kernel::stir::Quick;
use std::collections::HashMap;
use std::hash::Hash;

/// The address of a node; no other node has the same address while the node is retained.
pub(crate) fn address<T>(node: &Node<T>) -> *const T {
    &**node
}

/// A visitor of the operands of an expression; the visitor may replace operands.
pub(crate) trait Visit: Sized {
    /// Visits an operand that other expressions may share.
    fn node<T: Parts>(&mut self, node: &mut Node<T>);

    /// Visits an operand that only this expression has.
    fn own<T: Parts>(&mut self, part: &mut T) {
        part.parts(self);
    }
}

/// Types with operands that may be shared. [`super::visit`] lists the same operands and visits
/// their contents; this list visits the nodes themselves, so that they can be replaced.
pub(crate) trait Parts: Clone + Eq + Hash {
    /// Visits the operands of this part.
    fn parts<V: Visit>(&mut self, v: &mut V);

    /// The part of `kinds` that holds the data for the type of this part.
    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Self>;

    /// This part as a number, a set of hexes or a set of units; None if it is a parameter block,
    /// such as that of a movement field.
    fn told(&mut self) -> Option<PartMut<'_>> {
        None
    }
}

/// A data type for each type of node.
pub(crate) trait Kinds {
    type Of<T: Parts>;
    fn ints(&mut self) -> &mut Self::Of<Int>;
    fn hexes(&mut self) -> &mut Self::Of<Hexes>;
    fn units(&mut self) -> &mut Self::Of<Units>;
    fn reaches(&mut self) -> &mut Self::Of<Reach>;
    fn duties(&mut self) -> &mut Self::Of<Duty>;
    fn clashes(&mut self) -> &mut Self::Of<Clash>;
}

impl Parts for Int {
    fn parts<V: Visit>(&mut self, v: &mut V) {
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
                v.node(a);
                v.node(b);
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
            | Int::Cached(_, a) => v.node(a),
            Int::IfElse(a, b, c) | Int::StepCost(a, b, c) => {
                v.node(a);
                v.node(b);
                v.node(c);
            }
            Int::Table(_, at) => at.iter_mut().for_each(|a| v.own(a)),
            Int::ContainsHex(h, a) | Int::NextHex(h, a) | Int::Ring(h, a) => {
                v.node(h);
                v.node(a);
            }
            Int::ContainsUnit(u, a) | Int::NextUnit(u, a) | Int::Sum(u, a) => {
                v.node(u);
                v.node(a);
            }
            Int::CountHexes(h) | Int::FirstHex(h) | Int::AnyHex(h) => v.node(h),
            Int::CountUnits(u) | Int::AnyUnit(u) => v.node(u),
            Int::Least(u, a, none) => {
                v.node(u);
                v.node(a);
                v.node(none);
            }
            Int::Clash(clash) => v.node(clash),
            Int::Duty(duty) => v.node(duty),
        }
    }

    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Int> {
        kinds.ints()
    }

    fn told(&mut self) -> Option<PartMut<'_>> {
        Some(PartMut::Int(self))
    }
}

impl Parts for Hexes {
    fn parts<V: Visit>(&mut self, v: &mut V) {
        match self {
            Hexes::Empty
            | Hexes::All
            | Hexes::Fixed(_)
            | Hexes::Occupied(_)
            | Hexes::Flag(_)
            | Hexes::Standing(_)
            | Hexes::View(_) => {}
            Hexes::Stacked(_, a) | Hexes::One(a) | Hexes::Path(a) => v.node(a),
            Hexes::Union(a, b)
            | Hexes::Intersection(a, b)
            | Hexes::Difference(a, b)
            | Hexes::Flood {
                from: a, open: b, ..
            } => {
                v.node(a);
                v.node(b);
            }
            Hexes::Adjacent(_, a)
            | Hexes::Ruled(_, a)
            | Hexes::Few(a)
            | Hexes::Cached(_, a)
            | Hexes::Memo(_, a) => v.node(a),
            Hexes::Chain(links) => links.iter_mut().for_each(|(_, a)| v.own(a)),
            Hexes::Within(a, b) => {
                v.node(a);
                v.node(b);
            }
            Hexes::HexesOf(u) => v.node(u),
            Hexes::IfElse(c, a, b) => {
                v.node(c);
                v.node(a);
                v.node(b);
            }
            Hexes::Where(a, c) => {
                v.node(a);
                v.node(c);
            }
            Hexes::Reach(reach) => v.node(reach),
            Hexes::Wideners(duty) => v.node(duty),
            Hexes::Destinations(duty, unit, among) => {
                v.node(duty);
                v.node(unit);
                v.node(among);
            }
        }
    }

    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Hexes> {
        kinds.hexes()
    }

    fn told(&mut self) -> Option<PartMut<'_>> {
        Some(PartMut::Hexes(self))
    }
}

impl Parts for Units {
    fn parts<V: Visit>(&mut self, v: &mut V) {
        match self {
            Units::Empty | Units::All | Units::OnMap | Units::Fixed(_) | Units::Flag(_) => {}
            Units::At(a) | Units::One(a) | Units::After(a) => v.node(a),
            Units::In(h) => v.node(h),
            Units::Union(a, b) | Units::Intersection(a, b) | Units::Difference(a, b) => {
                v.node(a);
                v.node(b);
            }
            Units::Where(a, c) | Units::WhereKnown(_, a, c) => {
                v.node(a);
                v.node(c);
            }
            Units::Distinct(a)
            | Units::Ruled(_, a)
            | Units::Cached(_, a)
            | Units::Memo(_, a)
            | Units::Followed(_, a, _) => v.node(a),
            Units::IfElse(c, a, b) => {
                v.node(c);
                v.node(a);
                v.node(b);
            }
            Units::GiveWay(duty, given) => {
                v.node(duty);
                v.node(given);
            }
            Units::Joiners(duty) => v.node(duty),
            Units::Chain(links) => links.iter_mut().for_each(|(_, a)| v.own(a)),
        }
    }

    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Units> {
        kinds.units()
    }

    fn told(&mut self) -> Option<PartMut<'_>> {
        Some(PartMut::Units(self))
    }
}

impl Parts for Reach {
    fn parts<V: Visit>(&mut self, v: &mut V) {
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
            v.own(e);
        }
        for e in std::iter::once(blocked).chain(stop) {
            v.own(e);
        }
        if let Some(Zones {
            zone,
            enter,
            leave,
            between,
            stop,
        }) = zones
        {
            v.own(zone);
            for e in [enter, leave, between, stop] {
                v.own(e);
            }
        }
        if let Some(Road { along, full, due }) = road {
            for e in [along, full, due] {
                v.own(e);
            }
        }
    }

    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Reach> {
        kinds.reaches()
    }
}

impl Parts for Duty {
    fn parts<V: Visit>(&mut self, v: &mut V) {
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
            v.own(e);
        }
        for e in [targets, owed].into_iter().chain(spots) {
            v.own(e);
        }
        let always = [strength, defence, eased, eases, binds, room];
        let odds = [&mut odds.0, &mut odds.1];
        for e in always.into_iter().chain(odds).chain(may).chain(bound) {
            v.own(e);
        }
        if let Some((unit, hex)) = moved {
            v.own(unit);
            v.own(hex);
        }
        if let Some((units, hexes, closed)) = begun {
            v.own(units);
            v.own(hexes);
            v.own(closed);
        }
    }

    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Duty> {
        kinds.duties()
    }
}

impl Parts for Clash {
    fn parts<V: Visit>(&mut self, v: &mut V) {
        v.own(&mut self.attackers);
        v.own(&mut self.defenders);
        v.own(&mut self.hard);
    }

    fn of_kind<K: Kinds>(kinds: &mut K) -> &mut K::Of<Clash> {
        kinds.clashes()
    }
}

impl Instr {
    /// Visits the operands of this instruction as shared nodes.
    pub(crate) fn parts<V: Visit>(&mut self, v: &mut V) {
        match self {
            Instr::Place(a, b, _)
            | Instr::PlaceAlong(a, b, _)
            | Instr::SetUnitField(_, a, b, _)
            | Instr::EndGame(a, b, _) => {
                v.node(a);
                v.node(b);
            }
            Instr::PlaceAll(units, e, _) | Instr::SetUnitFlag(_, units, e, _) => {
                v.node(units);
                v.node(e);
            }
            Instr::SetHexFlag(_, hexes, e, _) => {
                v.node(hexes);
                v.node(e);
            }
            Instr::Path(reach, to, ..) => {
                v.node(reach);
                v.node(to);
            }
            _ => {}
        }
    }
}

/// The rewritten nodes: each shared node is rewritten once, and remains shared.
#[derive(Default)]
pub(crate) struct Rewritten {
    ints: Done<Int>,
    hexes: Done<Hexes>,
    units: Done<Units>,
    reaches: Done<Reach>,
    duties: Done<Duty>,
    clashes: Done<Clash>,
}

/// For the address of each original node, the original node, retained, and its replacement.
type Done<T> = HashMap<*const T, (Node<T>, Node<T>), Quick>;

impl Kinds for Rewritten {
    type Of<T: Parts> = Done<T>;
    fn ints(&mut self) -> &mut Done<Int> {
        &mut self.ints
    }
    fn hexes(&mut self) -> &mut Done<Hexes> {
        &mut self.hexes
    }
    fn units(&mut self) -> &mut Done<Units> {
        &mut self.units
    }
    fn reaches(&mut self) -> &mut Done<Reach> {
        &mut self.reaches
    }
    fn duties(&mut self) -> &mut Done<Duty> {
        &mut self.duties
    }
    fn clashes(&mut self) -> &mut Done<Clash> {
        &mut self.clashes
    }
}

impl Rewritten {
    /// Rewrites an expression bottom-up.
    pub(crate) fn part(&mut self, part: PartMut<'_>, rewrite: &mut dyn FnMut(PartMut<'_>)) {
        self.rewrite(part, &mut |_| {}, rewrite);
    }

    /// Rewrites an expression top-down.
    pub(crate) fn whole(&mut self, part: PartMut<'_>, rewrite: &mut dyn FnMut(PartMut<'_>)) {
        self.rewrite(part, rewrite, &mut |_| {});
    }

    fn rewrite(
        &mut self,
        part: PartMut<'_>,
        before: &mut dyn FnMut(PartMut<'_>),
        after: &mut dyn FnMut(PartMut<'_>),
    ) {
        let mut rewriting = Rewriting {
            done: self,
            before,
            after,
        };
        match part {
            PartMut::Int(e) => rewriting.own(e),
            PartMut::Hexes(e) => rewriting.own(e),
            PartMut::Units(e) => rewriting.own(e),
        }
    }
}

struct Rewriting<'a> {
    done: &'a mut Rewritten,
    /// Called for each expression before its operands are rewritten.
    before: &'a mut dyn FnMut(PartMut<'_>),
    /// Called for each expression after its operands are rewritten.
    after: &'a mut dyn FnMut(PartMut<'_>),
}

impl Visit for Rewriting<'_> {
    fn node<T: Parts>(&mut self, node: &mut Node<T>) {
        once(self, |s| s.done, node);
    }

    fn own<T: Parts>(&mut self, part: &mut T) {
        if let Some(part) = part.told() {
            (self.before)(part);
        }
        part.parts(self);
        if let Some(part) = part.told() {
            (self.after)(part);
        }
    }
}

/// Rewrites a node that may be shared, or reuses its replacement.
pub(crate) fn once<V: Visit, T: Parts>(
    v: &mut V,
    done: fn(&mut V) -> &mut Rewritten,
    node: &mut Node<T>,
) {
    if let Some((_, new)) = T::of_kind(done(v)).get(&address(node)) {
        *node = new.clone();
        return;
    }
    if let Some(part) = node.unshared() {
        return v.own(part);
    }
    let mut part = T::clone(node);
    v.own(&mut part);
    let new = Node::new(part);
    let met = std::mem::replace(node, new.clone());
    T::of_kind(done(v)).insert(address(&met), (met, new));
}
