//! Purity: expressions that may be evaluated earlier, later or not at all.

use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::visit::Part;

/// Whether an expression computes or reads a movement field, so that evaluation order matters.
pub(crate) fn moves_field(part: Part<'_>) -> bool {
    let mut found = matches!(
        part,
        Part::Int(Int::CostTo(_)) | Part::Hexes(Hexes::Reach(_))
    );
    part.parts(&mut |p, _| found = found || moves_field(p));
    found
}

/// Whether an expression has a value in every position, so that evaluating it early cannot fail.
pub(crate) fn total(part: Part<'_>) -> bool {
    let mut sound = !matches!(
        part,
        Part::Int(
            Int::UnitPlace(_)
                | Int::UnitAttr(..)
                | Int::UnitFlag(..)
                | Int::UnitField(..)
                | Int::Table(..)
                | Int::Div(..)
                | Int::DivCeil(..)
                | Int::Mod(..)
                | Int::Duty(_)
        ) | Part::Units(Units::GiveWay(..) | Units::Joiners(_))
            | Part::Hexes(Hexes::Wideners(_) | Hexes::Destinations(..))
    );
    part.parts(&mut |p, _| sound = sound && total(p));
    sound
}
