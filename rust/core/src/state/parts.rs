//! The canonical part of a state as plain values, for conversion to and from other forms.

use super::State;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::ir::instr::Instr;
use crate::program::analysis::liveness::{self, Locals};

/// The canonical part of a state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// The hex or box of each unit.
    pub places: Vec<u16>,
    /// For each unit flag, the units that bear it: a bit set as bytes, lowest bit first.
    pub unit_flags: Vec<Vec<u8>>,
    /// For each unit field, the value of every unit.
    pub fields: Vec<Vec<i16>>,
    /// For each hex flag, the hexes that bear it: a bit set as bytes, lowest bit first.
    pub hex_flags: Vec<Vec<u8>>,
    /// The variables.
    pub variables: Vec<i32>,
    /// The running procedures, outermost first: index and instruction.
    pub frames: Vec<(u16, u32)>,
    /// The locals of the running procedures, those of the outermost first.
    pub locals: Vec<i32>,
    /// The pending steps of the current path, as directions.
    pub path: Vec<u8>,
    /// The winner (255 for nobody), level and rule of a game that is over.
    pub outcome: Option<(u8, i32, u16)>,
    /// The state of the generator.
    pub generator: u64,
}

fn bytes_of(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Words from bytes; missing bytes are 0.
fn words_of(bytes: &[u8], count: usize) -> Vec<u64> {
    let mut words = vec![0u64; count];
    for (at, &byte) in bytes.iter().enumerate().take(8 * count) {
        words[at / 8] |= u64::from(byte) << (at % 8 * 8);
    }
    words
}

/// Converts a bit set of hexes from rows aligned to words, as in a state, to one bit for each dense
/// index.
fn packed(game: &Game, rows: &[u64]) -> Vec<u64> {
    let (width, per_row) = (usize::from(game.grid.width()), game.grid.words_per_row());
    let mut out = vec![0u64; game.hex_count.div_ceil(64) + 1];
    for (at, &word) in rows.iter().enumerate() {
        let first = at / per_row * width + at % per_row * 64;
        let (to, by) = (first / 64, first % 64);
        out[to] |= word << by;
        if by > 0 {
            out[to + 1] |= word >> (64 - by);
        }
    }
    out.truncate(game.hex_count.div_ceil(64));
    out
}

/// Converts a bit set of hexes from one bit for each dense index to rows aligned to words, as in a
/// state.
fn in_rows(game: &Game, bits: &[u64]) -> Vec<u64> {
    let (width, per_row) = (usize::from(game.grid.width()), game.grid.words_per_row());
    let mut out = vec![0u64; game.hex_words];
    for h in (0..game.hex_count).filter(|h| bits[h / 64] >> (h % 64) & 1 == 1) {
        let (row, column) = (h / width, h % width);
        out[row * per_row + column / 64] |= 1 << (column % 64);
    }
    out
}

impl State {
    /// The canonical part of the state.
    pub fn parts(&self, game: &Game) -> Parts {
        let at = self.at;
        let (places, fields) = self.shorts[..at.marks].split_at(at.fields);
        let (unit_flags, hex_flags) = self.words[..at.occupied].split_at(at.hex_flags);
        let signed = |field: &[u16]| field.iter().map(|&n| n as i16).collect();
        Parts {
            places: places.to_vec(),
            unit_flags: unit_flags.chunks(game.unit_words).map(bytes_of).collect(),
            fields: (fields.chunks(game.unit_count.max(1)).map(signed)).collect(),
            hex_flags: (hex_flags.chunks(game.hex_words))
                .map(|rows| bytes_of(&packed(game, rows)))
                .collect(),
            variables: self.vars.clone(),
            frames: self.frames.iter().map(|f| (f.procedure, f.pc)).collect(),
            locals: self.locals.clone(),
            path: self.path.clone(),
            outcome: (self.outcome).map(|o| {
                let winner = o.winner.map_or(u8::MAX, |side| side.0);
                (winner, o.level, o.rule.0)
            }),
            generator: self.rng.0,
        }
    }
}

impl Parts {
    /// Decodes the bytes of a state, whether or not play can reach it.
    pub fn from_bytes(game: &Game, bytes: &[u8]) -> Result<Parts> {
        State::canonical_from(game, bytes).map(|state| state.parts(game))
    }

    /// The bytes of a state with these parts. Fails for values that the format cannot represent;
    /// other errors are found when the bytes are read.
    pub fn to_bytes(&self, game: &Game) -> Result<Vec<u8>> {
        let room = |what, count: usize, most: usize| match count <= most {
            true => Ok(()),
            false => Err(Error::Bytes(format!(
                "{count} {what}, expected at most {most}"
            ))),
        };
        room("procedures", self.frames.len(), u8::MAX.into())?;
        room("steps", self.path.len(), u16::MAX.into())?;
        let mut out = super::bytes::head(game);
        let shorts = self.places.iter().flat_map(|p| p.to_le_bytes());
        out.extend(shorts);
        for flag in &self.unit_flags {
            out.extend(bytes_of(&words_of(flag, game.unit_words)));
        }
        out.extend(self.fields.iter().flatten().flat_map(|n| n.to_le_bytes()));
        for flag in &self.hex_flags {
            let bits = words_of(flag, game.hex_count.div_ceil(64));
            out.extend(bytes_of(&in_rows(game, &bits)));
        }
        out.extend(self.variables.iter().flat_map(|v| v.to_le_bytes()));
        out.push(self.frames.len() as u8);
        for (procedure, pc) in &self.frames {
            out.extend(procedure.to_le_bytes());
            out.extend(pc.to_le_bytes());
        }
        out.extend(self.locals.iter().flat_map(|l| l.to_le_bytes()));
        out.extend((self.path.len() as u16).to_le_bytes());
        out.extend(&self.path);
        out.push(u8::from(self.outcome.is_some()));
        if let Some((winner, level, rule)) = self.outcome {
            out.push(winner);
            out.extend(level.to_le_bytes());
            out.extend(rule.to_le_bytes());
        }
        out.extend(self.generator.to_le_bytes());
        Ok(out)
    }
}

impl Game {
    /// The live locals of running procedures, by index among the locals of all frames; the values
    /// of all others are meaningless. Frames are outermost first: procedure and instruction.
    pub fn live_locals(&self, frames: &[(u16, u32)]) -> Result<Vec<usize>> {
        let unknown = |p: u16, pc: u32| Error::Unknown(format!("no instruction {pc} in {p}"));
        let (mut out, mut base) = (Vec::new(), 0);
        for (n, &(p, pc)) in frames.iter().enumerate() {
            let live = self.live.get(usize::from(p));
            let alive = live.and_then(|live| live.get(pc as usize).copied());
            let mut alive: Locals = alive.ok_or_else(|| unknown(p, pc))?;
            let procedure = &self.data.procedures[usize::from(p)];
            if n + 1 < frames.len() {
                let call = (pc as usize).checked_sub(1).map(|at| &procedure.code[at]);
                if let Some(Instr::Call(_, _, Some(into))) = call {
                    liveness::remove(&mut alive, *into);
                }
            }
            let slots = 0..usize::from(procedure.locals);
            out.extend(
                slots
                    .filter(|l| alive[l / 64] >> (l % 64) & 1 == 1)
                    .map(|l| base + l),
            );
            base += usize::from(procedure.locals);
        }
        Ok(out)
    }
}
