//! What a named set depends on, found once at load, so that it is worked out again only when that
//! has changed.

use super::expr::{Hexes, Int};
use crate::game::Depends;

/// What each view depends on, views within views included.
pub fn view_depends(views: &[Hexes]) -> Vec<Depends> {
    let mut out: Vec<Depends> = Vec::with_capacity(views.len());
    for v in views {
        let mut d = Depends::default();
        walk_hexes(v, &out, &mut d);
        d.variables.sort_unstable();
        d.variables.dedup();
        out.push(d);
    }
    out
}

fn walk_int(e: &Int, done: &[Depends], d: &mut Depends) {
    match e {
        Int::K(_) | Int::It(_) | Int::L(_) => {}
        Int::V(v) => d.variables.push(*v),
        Int::Add(a, b)
        | Int::Sub(a, b)
        | Int::Mul(a, b)
        | Int::Div(a, b)
        | Int::DivUp(a, b)
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
        | Int::Edge(_, a, b) => {
            walk_int(a, done, d);
            walk_int(b, done, d);
        }
        Int::Not(a)
        | Int::CostTo(a)
        | Int::UnitAttr(_, a)
        | Int::HexAttr(_, a)
        | Int::Tag(_, a) => {
            walk_int(a, done, d);
        }
        Int::Stack(_, a) | Int::UnitPlace(a) | Int::UnitFlag(_, a) | Int::UnitField(_, a) => {
            d.units = true;
            walk_int(a, done, d);
        }
        Int::If(a, b, c) | Int::Step(a, b, c) => {
            walk_int(a, done, d);
            walk_int(b, done, d);
            walk_int(c, done, d);
        }
        Int::Table(_, at) => at.iter().for_each(|a| walk_int(a, done, d)),
        Int::Has(h, a) | Int::NextHex(h, a) | Int::Ring(h, a) => {
            walk_hexes(h, done, d);
            walk_int(a, done, d);
        }
        Int::Count(h) | Int::First(h) => walk_hexes(h, done, d),
        Int::HasUnit(..)
        | Int::NextUnit(..)
        | Int::CountUnits(_)
        | Int::Sum(..)
        | Int::Least(..)
        | Int::Duty(_) => {
            everything(d);
        }
    }
}

/// Unit sets may look at anything about units; they are taken to depend on all of it.
fn everything(d: &mut Depends) {
    d.all = true;
}

fn walk_hexes(e: &Hexes, done: &[Depends], d: &mut Depends) {
    match e {
        Hexes::Empty | Hexes::All | Hexes::Fixed(_) => {}
        Hexes::Occupied(s) => d.occupied |= 1 << s,
        Hexes::Flag(f) => d.hex_flags |= 1 << f,
        Hexes::One(a) => walk_int(a, done, d),
        Hexes::Stacked(_, a) => {
            d.units = true;
            walk_int(a, done, d);
        }
        Hexes::Or(a, b) | Hexes::And(a, b) | Hexes::Minus(a, b) => {
            walk_hexes(a, done, d);
            walk_hexes(b, done, d);
        }
        Hexes::Adjacent(_, a) | Hexes::Tag(_, a) | Hexes::Memo(_, a) => walk_hexes(a, done, d),
        Hexes::Within(a, b) => {
            walk_int(a, done, d);
            walk_int(b, done, d);
        }
        Hexes::Flood { from, open, .. } => {
            walk_hexes(from, done, d);
            walk_hexes(open, done, d);
        }
        Hexes::View(v) => {
            if let Some(inner) = done.get(*v as usize) {
                d.occupied |= inner.occupied;
                d.hex_flags |= inner.hex_flags;
                d.units |= inner.units;
                d.all |= inner.all;
                d.variables.extend_from_slice(&inner.variables);
            }
        }
        Hexes::Of(_) => everything(d),
        Hexes::If(c, a, b) => {
            walk_int(c, done, d);
            walk_hexes(a, done, d);
            walk_hexes(b, done, d);
        }
        Hexes::Where(a, c) => {
            walk_hexes(a, done, d);
            walk_int(c, done, d);
        }
        Hexes::Reach(_) | Hexes::Wideners(_) | Hexes::Destinations(..) => everything(d),
    }
}
