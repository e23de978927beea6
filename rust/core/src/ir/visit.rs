//! The operands of each expression and instruction, listed in one place for all traversals and
//! rewrites.

use crate::ir::expr::{Clash, Duty, Hexes, Int, Reach, Units};
use crate::ir::instr::{Domain, Instr};

/// The scope of an operand relative to the expression that has it: which bound members
/// ([`Int::Bound`]) the operand may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The operand may use the same bound members as the expression.
    Same,
    /// The operand may also use this number of members that the expression itself binds; they are
    /// the innermost.
    Bound(u8),
    /// The operand may use no bound members: it is evaluated separately.
    Apart,
}

macro_rules! walker {
    ($part:ident, $int:ident, $hexes:ident, $units:ident, $reach:ident, $duty:ident,
     $domain:ident, $instr:ident $(, $mutable:tt)?) => {
        /// An operand of an expression or instruction.
        pub(crate) enum $part<'a> {
            /// A number.
            Int(&'a $($mutable)? Int),
            /// A set of hexes.
            Hexes(&'a $($mutable)? Hexes),
            /// A set of units.
            Units(&'a $($mutable)? Units),
        }

        /// Visits the operands of a number.
        pub(crate) fn $int<'a>(e: &'a $($mutable)? Int, f: &mut dyn FnMut($part<'a>, Scope)) {
            match e {
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
                | Int::EdgeFeature(_, a, b) => {
                    f($part::Int(a), Scope::Same);
                    f($part::Int(b), Scope::Same);
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
                | Int::Cached(_, a) => f($part::Int(a), Scope::Same),
                Int::IfElse(a, b, c) | Int::StepCost(a, b, c) => {
                    f($part::Int(a), Scope::Same);
                    f($part::Int(b), Scope::Same);
                    f($part::Int(c), Scope::Same);
                }
                Int::Table(_, at) => at.into_iter().for_each(|a| f($part::Int(a), Scope::Same)),
                Int::ContainsHex(h, a) | Int::NextHex(h, a) | Int::Ring(h, a) => {
                    f($part::Hexes(h), Scope::Same);
                    f($part::Int(a), Scope::Same);
                }
                Int::ContainsUnit(u, a) | Int::NextUnit(u, a) => {
                    f($part::Units(u), Scope::Same);
                    f($part::Int(a), Scope::Same);
                }
                Int::CountHexes(h) | Int::FirstHex(h) | Int::AnyHex(h) => f($part::Hexes(h), Scope::Same),
                Int::CountUnits(u) | Int::AnyUnit(u) => f($part::Units(u), Scope::Same),
                Int::Sum(u, a) => {
                    f($part::Units(u), Scope::Same);
                    f($part::Int(a), Scope::Bound(1));
                }
                Int::Let(a, b) => {
                    f($part::Int(a), Scope::Same);
                    f($part::Int(b), Scope::Bound(1));
                }
                Int::Least(u, a, none) => {
                    f($part::Units(u), Scope::Same);
                    f($part::Int(none), Scope::Same);
                    f($part::Int(a), Scope::Bound(1));
                }
                Int::Clash(clash) => {
                    let Clash { attackers, defenders, hard, .. } = &$($mutable)? **clash;
                    f($part::Units(attackers), Scope::Same);
                    f($part::Units(defenders), Scope::Same);
                    f($part::Hexes(hard), Scope::Same);
                }
                Int::Duty(duty) => $duty(duty, f),
            }
        }

        fn $duty<'a>(y: &'a $($mutable)? Duty, f: &mut dyn FnMut($part<'a>, Scope)) {
            let Duty {
                attackers, held, targets, owed, strength, defence, eased, eases, binds, may, bound,
                spots, room, edges: _, binding: _, odds, moved, begun, kept: _,
            } = y;
            f($part::Units(attackers), Scope::Same);
            f($part::Units(held), Scope::Same);
            f($part::Hexes(targets), Scope::Same);
            f($part::Hexes(owed), Scope::Same);
            for e in [strength, defence, eased, room] {
                f($part::Int(e), Scope::Bound(1));
            }
            for e in [eases, binds] {
                f($part::Int(e), Scope::Bound(2));
            }
            if let Some(may) = may {
                f($part::Int(may), Scope::Bound(2));
            }
            if let Some(bound) = bound {
                f($part::Int(bound), Scope::Bound(1));
            }
            if let Some(spots) = spots {
                f($part::Hexes(spots), Scope::Bound(1));
            }
            let (times, against) = odds;
            f($part::Int(times), Scope::Same);
            f($part::Int(against), Scope::Same);
            if let Some((unit, hex)) = moved {
                f($part::Int(unit), Scope::Same);
                f($part::Int(hex), Scope::Same);
            }
            if let Some((units, hexes, closed)) = begun {
                f($part::Units(units), Scope::Same);
                f($part::Hexes(hexes), Scope::Same);
                f($part::Int(closed), Scope::Same);
            }
        }

        fn $reach<'a>(r: &'a $($mutable)? Reach, f: &mut dyn FnMut($part<'a>, Scope)) {
            let Reach { from, budget, costs, blocked, stop, minimum_one, zones, road, kept: _ } = r;
            for e in [from, budget, costs, minimum_one] {
                f($part::Int(e), Scope::Same);
            }
            f($part::Hexes(blocked), Scope::Same);
            if let Some(stop) = stop {
                f($part::Hexes(stop), Scope::Same);
            }
            if let Some(z) = zones {
                f($part::Hexes(& $($mutable)? z.zone), Scope::Same);
                f($part::Int(& $($mutable)? z.enter), Scope::Same);
                f($part::Int(& $($mutable)? z.leave), Scope::Same);
                f($part::Int(& $($mutable)? z.between), Scope::Same);
                f($part::Int(& $($mutable)? z.stop), Scope::Same);
            }
            if let Some(road) = road {
                f($part::Int(& $($mutable)? road.along), Scope::Same);
                f($part::Int(& $($mutable)? road.full), Scope::Same);
                f($part::Int(& $($mutable)? road.due), Scope::Same);
            }
        }

        /// Visits the operands of a set of hexes.
        pub(crate) fn $hexes<'a>(e: &'a $($mutable)? Hexes, f: &mut dyn FnMut($part<'a>, Scope)) {
            match e {
                Hexes::Empty
                | Hexes::All
                | Hexes::Fixed(_)
                | Hexes::Occupied(_)
                | Hexes::Flag(_)
                | Hexes::Standing(_)
                | Hexes::View(_) => {}
                Hexes::Stacked(_, a) | Hexes::One(a) | Hexes::Path(a) => {
                    f($part::Int(a), Scope::Same);
                }
                Hexes::Union(a, b) | Hexes::Intersection(a, b) | Hexes::Difference(a, b) => {
                    f($part::Hexes(a), Scope::Same);
                    f($part::Hexes(b), Scope::Same);
                }
                Hexes::Adjacent(_, a)
                | Hexes::Ruled(_, a)
                | Hexes::Few(a)
                | Hexes::Cached(_, a) => {
                    f($part::Hexes(a), Scope::Same);
                }
                Hexes::Chain(links) => {
                    links.into_iter().for_each(|(_, a)| f($part::Hexes(a), Scope::Same));
                }
                Hexes::Within(a, b) => {
                    f($part::Int(a), Scope::Same);
                    f($part::Int(b), Scope::Same);
                }
                Hexes::Flood { from, open, edges: _ } => {
                    f($part::Hexes(from), Scope::Same);
                    f($part::Hexes(open), Scope::Same);
                }
                Hexes::Memo(_, a) => f($part::Hexes(a), Scope::Apart),
                Hexes::HexesOf(u) => f($part::Units(u), Scope::Same),
                Hexes::IfElse(c, a, b) => {
                    f($part::Int(c), Scope::Same);
                    f($part::Hexes(a), Scope::Same);
                    f($part::Hexes(b), Scope::Same);
                }
                Hexes::Where(a, c) => {
                    f($part::Hexes(a), Scope::Same);
                    f($part::Int(c), Scope::Bound(1));
                }
                Hexes::Reach(r) => $reach(r, f),
                Hexes::Wideners(duty) => $duty(duty, f),
                Hexes::Destinations(duty, unit, among) => {
                    $duty(duty, f);
                    f($part::Int(unit), Scope::Same);
                    f($part::Hexes(among), Scope::Same);
                }
            }
        }

        /// Visits the operands of a set of units.
        pub(crate) fn $units<'a>(e: &'a $($mutable)? Units, f: &mut dyn FnMut($part<'a>, Scope)) {
            match e {
                Units::Empty | Units::All | Units::OnMap | Units::Fixed(_) | Units::Flag(_) => {}
                Units::Memo(_, a) => f($part::Units(a), Scope::Apart),
                Units::At(a) | Units::One(a) | Units::After(a) => f($part::Int(a), Scope::Same),
                Units::In(h) => f($part::Hexes(h), Scope::Same),
                Units::Union(a, b) | Units::Intersection(a, b) | Units::Difference(a, b) => {
                    f($part::Units(a), Scope::Same);
                    f($part::Units(b), Scope::Same);
                }
                Units::Where(a, c)
                | Units::WhereKnown(_, a, c) => {
                    f($part::Units(a), Scope::Same);
                    f($part::Int(c), Scope::Bound(1));
                }
                Units::Distinct(a)
                | Units::Ruled(_, a)
                | Units::Cached(_, a)
                | Units::Followed(_, a, _) => {
                    f($part::Units(a), Scope::Same);
                }
                Units::IfElse(c, a, b) => {
                    f($part::Int(c), Scope::Same);
                    f($part::Units(a), Scope::Same);
                    f($part::Units(b), Scope::Same);
                }
                Units::GiveWay(duty, given) => {
                    $duty(duty, f);
                    f($part::Units(given), Scope::Same);
                }
                Units::Joiners(duty) => $duty(duty, f),
                Units::Chain(links) => {
                    links.into_iter().for_each(|(_, a)| f($part::Units(a), Scope::Same));
                }
            }
        }

        /// Visits the operand of a domain.
        pub(crate) fn $domain<'a>(e: &'a $($mutable)? Domain, f: &mut dyn FnMut($part<'a>, Scope)) {
            match e {
                Domain::When(e) | Domain::Numbers(e) => f($part::Int(e), Scope::Same),
                Domain::Hexes(e) => f($part::Hexes(e), Scope::Same),
                Domain::Units(e) => f($part::Units(e), Scope::Same),
            }
        }

        /// Visits the expressions of an instruction.
        pub(crate) fn $instr<'a>(e: &'a $($mutable)? Instr, f: &mut dyn FnMut($part<'a>, Scope)) {
            match e {
                Instr::SetVar(_, e, _)
                | Instr::SetLocal(_, e)
                | Instr::JumpIfFalse(e, _)
                | Instr::Return(e)
                | Instr::PathDrop(e) => f($part::Int(e), Scope::Same),
                Instr::Place(a, b, _)
                | Instr::PlaceAlong(a, b, _)
                | Instr::SetUnitField(_, a, b, _) | Instr::EndGame(a, b, _) => {
                    f($part::Int(a), Scope::Same);
                    f($part::Int(b), Scope::Same);
                }
                Instr::PlaceAll(u, e, _) | Instr::SetUnitFlag(_, u, e, _) => {
                    f($part::Units(u), Scope::Same);
                    f($part::Int(e), Scope::Same);
                }
                Instr::SetHexFlag(_, h, e, _) => {
                    f($part::Hexes(h), Scope::Same);
                    f($part::Int(e), Scope::Same);
                }
                Instr::Jump(_) | Instr::PathStep(_) | Instr::Applied(_) | Instr::Over(_) => {}
                Instr::Call(_, args, _) | Instr::Note(_, args, _) => {
                    args.into_iter().for_each(|a| f($part::Int(a), Scope::Same));
                }
                Instr::Decide(decision) => {
                    let decision = & $($mutable)? **decision;
                    f($part::Int(& $($mutable)? decision.actor), Scope::Same);
                    for alt in & $($mutable)? decision.alternatives {
                        $domain(& $($mutable)? alt.base, f);
                        for limit in & $($mutable)? alt.limits {
                            $domain(& $($mutable)? limit.allows, f);
                        }
                    }
                }
                Instr::Path(r, to, _, _) => {
                    $reach(r, f);
                    f($part::Int(to), Scope::Same);
                }
            }
        }
    };
}

walker!(Part, int, hexes, units, reach, duty, domain, instr);
walker!(PartMut, int_mut, hexes_mut, units_mut, reach_mut, duty_mut, domain_mut, instr_mut, mut);

impl<'a> Part<'a> {
    /// Visits the operands of this expression, each with its scope.
    pub(crate) fn parts(&self, f: &mut dyn FnMut(Part<'a>, Scope)) {
        match self {
            Part::Int(e) => int(e, f),
            Part::Hexes(e) => hexes(e, f),
            Part::Units(e) => units(e, f),
        }
    }
}

/// The number of nodes of an expression.
pub(crate) fn size(part: &Part<'_>) -> usize {
    let mut n = 1;
    part.parts(&mut |p, _| n += size(&p));
    n
}

/// Whether an expression uses the member of a filter that encloses it, not counting the `inner`
/// innermost filters.
pub(crate) fn speaks(part: &Part<'_>, inner: u8) -> bool {
    let mut found = matches!(part, Part::Int(Int::Bound(n)) if *n >= inner);
    part.parts(&mut |p, scope| {
        found = found
            || match scope {
                Scope::Same => speaks(&p, inner),
                Scope::Bound(n) => speaks(&p, inner + n),
                Scope::Apart => false,
            };
    });
    found
}
