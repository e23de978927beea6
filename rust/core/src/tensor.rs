//! The knowledge that a side has of a position, as planes of small integers with one cell for each
//! hex.
//!
//! The caller defines the planes; this module knows no game. A plane holds a number for each hex,
//! or one number in all hexes. Planes are updated in place: a [`Memo`] remembers their content, and
//! only changes are written. So the cost of a step depends on what it changes, not on the size of
//! the planes.

mod write;

use crate::error::{Error, Result};
use crate::file::Answer;
use crate::game::Game;
use crate::ir::visit::Part;

pub use write::Memo;

/// The side that a plane is about, relative to the observing side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// The observing side.
    Own,
    /// The other sides.
    Enemy,
}

/// The content of a plane. Numbers are indices into the data of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plane {
    /// Number of units in the hex, including those of hidden identity.
    Units(Whose),
    /// Number of those units in the hex whose identity is hidden from the observing side.
    Hidden(Whose),
    /// The sum of a printed value over the known units in the hex.
    Attr(Whose, usize),
    /// Number of known units in the hex that belong to a fixed set.
    Set(Whose, usize),
    /// Number of units in the hex that bear a flag.
    UnitFlag(Whose, usize),
    /// The sum of a unit field over the units in the hex.
    Field(Whose, usize),
    /// Whether the hex bears a flag.
    HexFlag(usize),
    /// Whether the hex is in the result of a query that takes a side.
    Query(Whose, usize),
    /// Whether a legal action of the observing side names the hex.
    ChoiceHex,
    /// The number of legal actions of the observing side that name a known unit in the hex.
    ChoiceUnit,
    /// In all hexes: the number of units in a box.
    InBox(Whose, usize),
    /// In all hexes: a variable; 0 if it is hidden from the observing side.
    Variable(usize),
    /// In all hexes: 1 if the pending decision has this name.
    Decision(usize),
    /// In all hexes: 1 if this side is the observing side.
    Observer(usize),
    /// In all hexes: 1 if the side to act is the observing side ([`Whose::Own`]), or another one.
    ToAct(Whose),
    /// In all hexes: 1 if chance is to act.
    Chance,
}

/// A number clamped to the range of a cell.
fn cell(value: i64) -> i16 {
    value.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}

/// A set of hexes shown as a plane of ones.
#[derive(Debug, Clone, Copy)]
enum Source {
    Flag(u8),
    /// A query, and whether it depends only on hex flags.
    Query(Whose, usize, bool),
    Choice,
}

/// The planes of a game, prepared for writing.
#[derive(Debug)]
pub struct Tensor {
    planes: Vec<Plane>,
    hexes: usize,
    /// For planes about own and about enemy units, and for each unit: the planes to which the unit
    /// adds if it is known, with the amounts.
    known: [Vec<Vec<(usize, i16)>>; 2],
    /// For own and for enemy units: the planes to which a unit of hidden identity adds, with the
    /// amounts.
    unknown: [Vec<(usize, i16)>; 2],
    /// For own and for enemy units, and for each flag: the planes that count its bearers.
    flags: [Vec<Vec<usize>>; 2],
    /// For own and for enemy units, and for each field: the planes with the sum of the field.
    fields: [Vec<Vec<usize>>; 2],
    /// For own and for enemy units, and for each box: the indices in `broadcast` of the planes that
    /// count the units in it.
    boxes: [Vec<Vec<usize>>; 2],
    sets: Vec<(usize, Source)>,
    choices: Vec<usize>,
    /// Planes with one number in all hexes.
    broadcast: Vec<(usize, Plane)>,
}

fn index(whose: Whose) -> usize {
    usize::from(whose == Whose::Enemy)
}

fn fits(plane: Plane, i: usize, below: usize) -> Result<()> {
    if i < below {
        return Ok(());
    }
    Err(Error::Unknown(format!(
        "plane {plane:?}: {i}, expected a number below {below}"
    )))
}

impl Tensor {
    /// Prepares planes of a game; an error for a plane of something that the game lacks.
    pub fn new(game: &Game, planes: Vec<Plane>) -> Result<Tensor> {
        let d = &game.data;
        let mut made = Tensor {
            hexes: game.hex_count,
            known: std::array::from_fn(|_| vec![Vec::new(); game.unit_count]),
            unknown: Default::default(),
            flags: std::array::from_fn(|_| vec![Vec::new(); d.unit_flags.len()]),
            fields: std::array::from_fn(|_| vec![Vec::new(); d.unit_fields.len()]),
            boxes: std::array::from_fn(|_| vec![Vec::new(); d.boxes.len()]),
            sets: Vec::new(),
            choices: Vec::new(),
            broadcast: Vec::new(),
            planes: Vec::new(),
        };
        for (p, &plane) in planes.iter().enumerate() {
            made.add(game, p, plane)?;
        }
        made.planes = planes;
        Ok(made)
    }

    fn add(&mut self, game: &Game, p: usize, plane: Plane) -> Result<()> {
        let d = &game.data;
        let everywhere = match plane {
            Plane::Units(w) => {
                self.unknown[index(w)].push((p, 1));
                self.known[index(w)].iter_mut().for_each(|u| u.push((p, 1)));
                false
            }
            Plane::Hidden(w) => {
                self.unknown[index(w)].push((p, 1));
                false
            }
            Plane::Attr(w, a) => {
                fits(plane, a, d.units.attrs.len())?;
                for (u, &value) in d.units.attrs[a].values.iter().enumerate() {
                    if value != 0 {
                        self.known[index(w)][u].push((p, cell(i64::from(value))));
                    }
                }
                false
            }
            Plane::Set(w, s) => {
                fits(plane, s, d.unit_sets.len())?;
                for &u in &d.unit_sets[s].members {
                    self.known[index(w)][u as usize].push((p, 1));
                }
                false
            }
            Plane::UnitFlag(w, f) => {
                fits(plane, f, d.unit_flags.len())?;
                self.flags[index(w)][f].push(p);
                false
            }
            Plane::Field(w, f) => {
                fits(plane, f, d.unit_fields.len())?;
                self.fields[index(w)][f].push(p);
                false
            }
            Plane::HexFlag(f) => {
                fits(plane, f, d.hex_flags.len())?;
                self.sets.push((p, Source::Flag(f as u8)));
                false
            }
            Plane::Query(w, q) => {
                fits(plane, q, d.queries.len())?;
                if d.queries[q].args != 1 {
                    let name = &d.queries[q].name;
                    let text = format!("query `{name}` does not take one argument, a side");
                    return Err(Error::Unknown(text));
                }
                let Answer::Hexes(answer) = &d.queries[q].answer else {
                    let name = &d.queries[q].name;
                    return Err(Error::Unknown(format!(
                        "query `{name}` does not give hexes"
                    )));
                };
                let on = game.depender.of(&Part::Hexes(answer));
                let calm = on.occupied == 0
                    && on.unit_flags == 0
                    && on.variables.is_empty()
                    && on.standing == 0
                    && on.sides == 0
                    && on.boxes == 0
                    && !on.all;
                self.sets.push((p, Source::Query(w, q, calm)));
                false
            }
            Plane::ChoiceHex => {
                self.sets.push((p, Source::Choice));
                false
            }
            Plane::ChoiceUnit => {
                self.choices.push(p);
                false
            }
            Plane::InBox(w, b) => {
                fits(plane, b, d.boxes.len())?;
                self.boxes[index(w)][b].push(self.broadcast.len());
                true
            }
            Plane::Variable(v) => {
                fits(plane, v, d.variables.len())?;
                true
            }
            Plane::Decision(k) => {
                fits(plane, k, d.decisions.len())?;
                true
            }
            Plane::Observer(s) => {
                fits(plane, s, d.sides.len())?;
                true
            }
            Plane::ToAct(_) | Plane::Chance => true,
        };
        if everywhere {
            self.broadcast.push((p, plane));
        }
        Ok(())
    }

    /// The number of planes.
    pub fn len(&self) -> usize {
        self.planes.len()
    }

    /// Whether there is no plane.
    pub fn is_empty(&self) -> bool {
        self.planes.is_empty()
    }

    /// The number of cells of one game: planes times hexes of the grid.
    pub fn cells(&self) -> usize {
        self.planes.len() * self.hexes
    }
}
