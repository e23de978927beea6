//! What an expression depends on, found once at load, so that it is worked out again only when
//! that has changed.

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
    d.locals.sort_unstable();
    d.locals.dedup();
    d
}

impl Depends {
    /// Adds what a part depends on.
    pub(crate) fn add(&mut self, inner: &Depends) {
        self.occupied |= inner.occupied;
        self.hex_flags |= inner.hex_flags;
        self.unit_flags |= inner.unit_flags;
        self.units |= inner.units;
        self.all |= inner.all;
        self.variables.extend_from_slice(&inner.variables);
        self.locals.extend_from_slice(&inner.locals);
    }
}

fn collect(part: &Part<'_>, views: &[Depends], d: &mut Depends) {
    match part {
        Part::Int(e) => match e {
            Int::V(v) => d.variables.push(*v),
            Int::L(l) => d.locals.push(*l),
            Int::UnitFlag(f, _) => d.unit_flags |= 1 << f,
            Int::Stack(..) | Int::UnitPlace(_) | Int::UnitField(..) | Int::Clash(_) => {
                d.units = true
            }
            Int::Duty(_) | Int::CostTo(_) => d.all = true,
            _ => {}
        },
        Part::Hexes(e) => match e {
            Hexes::Occupied(s) => d.occupied |= 1 << s,
            Hexes::Flag(f) => d.hex_flags |= 1 << f,
            Hexes::Stacked(..) => d.units = true,
            // where the units of a set are
            Hexes::Of(_) => d.units = true,
            Hexes::View(v) => {
                if let Some(inner) = views.get(*v as usize) {
                    d.add(inner);
                }
            }
            Hexes::Reach(_) | Hexes::Wideners(_) | Hexes::Destinations(..) => d.all = true,
            _ => {}
        },
        Part::Units(e) => match e {
            Units::Flag(f) => d.unit_flags |= 1 << f,
            Units::OnMap | Units::At(_) | Units::In(_) | Units::Distinct(_) => d.units = true,
            Units::GiveWay(..) | Units::Joiners(_) => d.all = true,
            _ => {}
        },
    }
    part.parts(&mut |inner, _| collect(&inner, views, d));
}
