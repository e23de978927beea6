//! What a named set depends on, found once at load, so that it is worked out again only when that
//! has changed.

use super::expr::{Hexes, Int, Units};
use super::walk::Part;
use crate::game::Depends;

/// What each view depends on, views within views included.
pub(crate) fn view_depends(views: &[Hexes]) -> Vec<Depends> {
    let mut out: Vec<Depends> = Vec::with_capacity(views.len());
    for v in views {
        let d = depends(&Part::Hexes(v), &out);
        out.push(d);
    }
    out
}

/// What an expression depends on, given what the views do.
pub(crate) fn depends(part: &Part<'_>, views: &[Depends]) -> Depends {
    let mut d = Depends::default();
    collect(part, views, &mut d);
    d.variables.sort_unstable();
    d.variables.dedup();
    d
}

fn collect(part: &Part<'_>, views: &[Depends], d: &mut Depends) {
    match part {
        Part::Int(e) => match e {
            Int::V(v) => d.variables.push(*v),
            Int::Stack(..) | Int::UnitPlace(_) | Int::UnitFlag(..) | Int::UnitField(..) => {
                d.units = true;
            }
            Int::Duty(_) => d.all = true,
            _ => {}
        },
        Part::Hexes(e) => match e {
            Hexes::Occupied(s) => d.occupied |= 1 << s,
            Hexes::Flag(f) => d.hex_flags |= 1 << f,
            Hexes::Stacked(..) => d.units = true,
            Hexes::View(v) => {
                if let Some(inner) = views.get(*v as usize) {
                    d.occupied |= inner.occupied;
                    d.hex_flags |= inner.hex_flags;
                    d.units |= inner.units;
                    d.all |= inner.all;
                    d.variables.extend_from_slice(&inner.variables);
                }
            }
            Hexes::Reach(_) => d.all = true,
            _ => {}
        },
        // unit sets may look at anything about units; they are taken to depend on all of it
        Part::Units(Units::Empty) => {}
        Part::Units(_) => d.all = true,
    }
    part.parts(&mut |inner, _| collect(&inner, views, d));
}
