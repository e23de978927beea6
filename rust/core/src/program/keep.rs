//! Marks what is kept from one question to the next: movement fields, numbers over sets of units
//! that few things change, and filters that turn on variables alone.

use super::depends::depends;
use super::expr::{Hexes, Int, Reach, Units};
use super::instr::Instr;
use super::simplify::Program;
use super::walk::{self, Part, PartMut, Scope};
use crate::game::{Answer, Depends};

/// What is kept, by number, with what it depends on.
pub(crate) struct Keeper<'a> {
    views: &'a [Depends],
    numbers: Vec<(Int, Depends)>,
    sets: Vec<(Units, Depends)>,
    fields: Vec<(Reach, Depends)>,
}

/// What each kept number, set and field depends on.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) numbers: Vec<Depends>,
    pub(crate) sets: Vec<Depends>,
    pub(crate) fields: Vec<Depends>,
}

/// Numbers with fewer parts are worked out as fast as they are looked up.
const WORTH: usize = 8;
/// More are not looked for.
const MOST: usize = 2000;

/// Marks a program's kept numbers and fields.
pub(crate) fn mark(program: &mut Program, views: &[Depends]) -> Kept {
    let mut keeper = Keeper {
        views,
        numbers: Vec::new(),
        sets: Vec::new(),
        fields: Vec::new(),
    };
    for instr in program.procedures.iter_mut().flat_map(|p| &mut p.code) {
        walk::instr_mut(instr, &mut |part, _| keeper.part(part));
        if let Instr::Path(reach, ..) = instr {
            keeper.field(reach);
        }
    }
    for answer in &mut program.answers {
        match answer {
            Answer::Int(e) => keeper.part(PartMut::Int(e)),
            Answer::Hexes(e) => keeper.part(PartMut::Hexes(e)),
            Answer::Units(e) => keeper.part(PartMut::Units(e)),
            Answer::Procedure(_) => {}
        }
    }
    Kept {
        numbers: keeper.numbers.into_iter().map(|(_, d)| d).collect(),
        sets: keeper.sets.into_iter().map(|(_, d)| d).collect(),
        fields: keeper.fields.into_iter().map(|(_, d)| d).collect(),
    }
}

impl Keeper<'_> {
    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Int(e) => {
                walk::int_mut(e, &mut |part, _| self.part(part));
                self.number(e);
            }
            PartMut::Hexes(e) => {
                walk::hexes_mut(e, &mut |part, _| self.part(part));
                if let Hexes::Reach(reach) = e {
                    self.field(reach);
                }
            }
            PartMut::Units(e) => {
                walk::units_mut(e, &mut |part, _| self.part(part));
                self.set(e);
            }
        }
    }

    fn number(&mut self, e: &mut Int) {
        let filtered = |u: &Units| matches!(u, Units::Where(..));
        let asks = match e {
            Int::Least(..) | Int::Sum(..) => true,
            Int::CountUnits(u) | Int::AnyUnit(u) => filtered(u),
            _ => false,
        };
        if !asks || size(&Part::Int(e)) < WORTH || speaks(&Part::Int(e), 0) {
            return;
        }
        let d = depends(&Part::Int(e), self.views);
        if d.all || d.units {
            return;
        }
        let Some(at) = number_of(&mut self.numbers, e, d) else {
            return;
        };
        let inner = std::mem::replace(e, Int::K(0));
        *e = Int::Kept(at, Box::new(inner));
    }

    /// A filter that asks nothing of the board: the counters of some kind, as the weather has it.
    fn set(&mut self, e: &mut Units) {
        if !matches!(e, Units::Where(..))
            || size(&Part::Units(e)) < WORTH
            || speaks(&Part::Units(e), 0)
        {
            return;
        }
        let d = depends(&Part::Units(e), self.views);
        let flags = d.hex_flags != 0 || d.unit_flags != 0;
        let board = d.all || d.units || flags || d.occupied != 0;
        if board || !d.locals.is_empty() {
            return;
        }
        let Some(at) = number_of(&mut self.sets, e, d) else {
            return;
        };
        let inner = std::mem::replace(e, Units::Empty);
        *e = Units::Kept(at, Box::new(inner));
    }

    fn field(&mut self, reach: &mut Reach) {
        let whole = Hexes::Reach(Box::new(reach.clone()));
        if speaks(&Part::Hexes(&whole), 0) {
            return;
        }
        let mut d = Depends::default();
        Part::Hexes(&whole).parts(&mut |part, _| d.add(&depends(&part, self.views)));
        if d.all {
            return;
        }
        reach.kept = number_of(&mut self.fields, reach, d);
    }
}

/// The number of something that is kept, a new one where it is not among the known; none when there
/// are too many.
fn number_of<T: Clone + PartialEq>(
    known: &mut Vec<(T, Depends)>,
    e: &T,
    d: Depends,
) -> Option<u16> {
    let at = known.iter().position(|(one, _)| one == e);
    if at.is_none() && known.len() < MOST {
        known.push((e.clone(), d));
        return Some(known.len() as u16 - 1);
    }
    at.map(|at| at as u16)
}

/// How many parts an expression has.
fn size(part: &Part<'_>) -> usize {
    let mut n = 1;
    part.parts(&mut |p, _| n += size(&p));
    n
}

/// Whether an expression speaks of the member of a filter around it.
fn speaks(part: &Part<'_>, inner: u8) -> bool {
    let mut found = matches!(part, Part::Int(Int::It(n)) if *n >= inner);
    part.parts(&mut |p, scope| {
        found |= match scope {
            Scope::Same => speaks(&p, inner),
            Scope::Bound(n) => speaks(&p, inner + n),
            Scope::Apart => false,
        };
    });
    found
}
