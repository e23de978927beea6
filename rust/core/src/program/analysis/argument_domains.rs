//! Infers what the arguments of queries denote: sides, units or hexes.
//!
//! An argument that is compared only with indices of sides is a side; one used to look up a place,
//! a value or a flag of a unit is a unit; one used to look up a value of the map is a hex. Nothing
//! is known of any other argument; the program itself reports when a query has no answer for it.

use crate::file::{Answer, GameData};
use crate::ir::expr::{Hexes, Int};
use crate::ir::visit::Part;

/// The uses of an argument in a query.
#[derive(Default)]
struct Uses {
    /// The greatest number with which the argument is compared.
    against: Option<i64>,
    unit: bool,
    hex: bool,
    otherwise: bool,
}

/// The number of possible values of each argument of each query; None if unknown.
pub(crate) fn counts(data: &GameData) -> Vec<Vec<Option<usize>>> {
    let of = |answer: &Answer, args: u8| -> Vec<Option<usize>> {
        let part = match answer {
            Answer::Int(e) => Part::Int(e),
            Answer::Hexes(e) => Part::Hexes(e),
            Answer::Units(e) => Part::Units(e),
            Answer::Procedure(_) => return vec![None; usize::from(args)],
        };
        (0..args).map(|arg| count(data, &part, arg)).collect()
    };
    (data.queries.iter())
        .map(|q| of(&q.answer, q.args))
        .collect()
}

fn count(data: &GameData, part: &Part<'_>, arg: u8) -> Option<usize> {
    let mut uses = Uses::default();
    look(part, arg, &mut uses);
    let sides = data.sides.len();
    match uses {
        Uses {
            otherwise: true, ..
        } => None,
        Uses { unit: true, .. } => Some(data.units.ids.len()),
        Uses { hex: true, .. } => Some(data.hex_names.len()),
        Uses { against, .. } => against
            .is_some_and(|n| usize::try_from(n).is_ok_and(|n| n < sides))
            .then_some(sides),
    }
}

fn look(part: &Part<'_>, arg: u8, uses: &mut Uses) {
    let is_arg = |e: &Int| matches!(e, Int::Local(n) if *n == arg);
    match part {
        Part::Int(Int::Local(n)) if *n == arg => uses.otherwise = true,
        Part::Int(Int::Eq(a, b)) => {
            for (a, b) in [(a, b), (b, a)] {
                match &**b {
                    Int::Const(n) if is_arg(a) => {
                        uses.against = uses.against.max(Some(*n));
                        return;
                    }
                    _ => {}
                }
            }
        }
        Part::Int(
            Int::UnitPlace(a) | Int::UnitAttr(_, a) | Int::UnitFlag(_, a) | Int::UnitField(_, a),
        ) if is_arg(a) => {
            uses.unit = true;
            return;
        }
        Part::Int(Int::HexAttr(_, a)) if is_arg(a) => {
            uses.hex = true;
            return;
        }
        Part::Hexes(Hexes::Within(a, b)) if is_arg(a) => {
            uses.hex = true;
            look(&Part::Int(b), arg, uses);
            return;
        }
        _ => {}
    }
    part.parts(&mut |part, _| look(&part, arg, uses));
}
