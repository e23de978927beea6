//! Serialisation of states: the canonical part only, with a header that identifies game and format.
//!
//! Any bytes yield the canonical part of a state or an error. The VM checks, when it restores a
//! state, whether play can reach it.

use super::{Frame, Outcome, State};
use crate::error::{Error, Result};
use crate::file::Variable;
use crate::game::Game;
use crate::ids::{RuleId, Side};
use crate::ir::instr::Instr;
use eastfront_kernel::rng::Rng;

const MAGIC: [u8; 4] = *b"EFS\x01";

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Bytes(text.into()))
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        if n > self.bytes.len() {
            return fail(format!(
                "{n} more bytes expected, {} left",
                self.bytes.len()
            ));
        }
        let (head, rest) = self.bytes.split_at(n);
        self.bytes = rest;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array()?))
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn i32(&mut self) -> Result<i32> {
        Ok(i32::from_le_bytes(self.array()?))
    }
}

/// The header of the bytes of a state of a game, which identifies game and format.
pub(crate) fn head(game: &Game) -> Vec<u8> {
    let mut out = Vec::with_capacity(4096);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&game.digest.to_le_bytes());
    out
}

impl State {
    /// The canonical part of the state as bytes.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let bytes = state.to_bytes(&game);
    /// let again = State::from_bytes(&game, &bytes, &mut scratch)?;
    /// assert!(again.same_position(&state));
    /// assert!(State::from_bytes(&game, &bytes[1..], &mut scratch).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self, game: &Game) -> Vec<u8> {
        let mut out = head(game);
        let at = self.at;
        let (places, fields) = self.shorts[..at.marks].split_at(at.fields);
        let (unit_flags, hex_flags) = self.words[..at.occupied].split_at(at.hex_flags);
        places
            .iter()
            .for_each(|p| out.extend_from_slice(&p.to_le_bytes()));
        unit_flags
            .iter()
            .for_each(|f| out.extend_from_slice(&f.to_le_bytes()));
        fields
            .iter()
            .for_each(|f| out.extend_from_slice(&f.to_le_bytes()));
        hex_flags
            .iter()
            .for_each(|f| out.extend_from_slice(&f.to_le_bytes()));
        self.vars
            .iter()
            .for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
        out.push(self.frames.len() as u8);
        for f in &self.frames {
            out.extend_from_slice(&f.procedure.to_le_bytes());
            out.extend_from_slice(&f.pc.to_le_bytes());
        }
        self.locals
            .iter()
            .for_each(|l| out.extend_from_slice(&l.to_le_bytes()));
        out.extend_from_slice(&(self.path.len() as u16).to_le_bytes());
        out.extend_from_slice(&self.path);
        match self.outcome {
            None => out.push(0),
            Some(o) => {
                out.push(1);
                out.push(o.winner.map_or(u8::MAX, |side| side.0));
                out.extend_from_slice(&o.level.to_le_bytes());
                out.extend_from_slice(&o.rule.0.to_le_bytes());
            }
        }
        out.extend_from_slice(&self.rng.0.to_le_bytes());
        out
    }

    /// Decodes the canonical part of a state of a game; the derived part is not computed yet.
    pub(crate) fn canonical_from(game: &Game, bytes: &[u8]) -> Result<State> {
        let mut r = Reader { bytes };
        let [head @ .., version] = r.array::<4>()?;
        if head != MAGIC[..3] {
            return fail("not a state");
        }
        if version != MAGIC[3] {
            return fail(format!("byte 3: version {version}, expected {}", MAGIC[3]));
        }
        if r.u64()? != game.digest {
            return fail("a state of another game file");
        }
        let mut state = State::empty(game, Rng(0));
        read_units_and_hexes(game, &mut r, &mut state)?;
        for (v, declared) in state.vars.iter_mut().zip(&game.data.variables) {
            *v = r.i32()?;
            within(declared, *v)?;
        }
        read_frames(game, &mut r, &mut state)?;
        state.outcome = match r.array::<1>()?[0] {
            0 => None,
            1 => {
                let winner = r.array::<1>()?[0];
                let outcome = Outcome {
                    winner: (winner != u8::MAX).then_some(Side(winner)),
                    level: r.i32()?,
                    rule: RuleId(r.u16()?),
                };
                let known = outcome.rule.index() != 0 || !game.data.rules.is_empty();
                if !known
                    || outcome.rule.index() >= game.data.rules.len()
                    || outcome.winner.is_some_and(|w| w.index() >= game.side_count)
                {
                    return fail("an invalid outcome");
                }
                Some(outcome)
            }
            b => return fail(format!("outcome mark {b}, expected 0 or 1")),
        };
        state.rng = Rng(r.u64()?);
        if !r.bytes.is_empty() {
            return fail(format!("{} bytes too many", r.bytes.len()));
        }
        if state.outcome.is_some() != state.frames.is_empty() {
            return fail("expected running procedures unless the game is over");
        }
        Ok(state)
    }
}

/// Refuses a value outside the declared range of a variable.
pub(crate) fn within(declared: &Variable, value: i32) -> Result<()> {
    match declared.range {
        Some((low, high)) if !(low..=high).contains(&value) => fail(format!(
            "{} is {value}, expected {low} to {high}",
            declared.name
        )),
        _ => Ok(()),
    }
}

fn read_units_and_hexes(game: &Game, r: &mut Reader<'_>, state: &mut State) -> Result<()> {
    let at = state.at;
    let (places, fields) = state.shorts[..at.marks].split_at_mut(at.fields);
    let (unit_flags, hex_flags) = state.words[..at.occupied].split_at_mut(at.hex_flags);
    for p in places {
        *p = r.u16()?;
        if *p as usize >= game.place_count {
            return fail(format!("place {p} of {}", game.place_count));
        }
        if game.hex_count > *p as usize && game.data.hex_names[*p as usize].is_empty() {
            return fail(format!("place {p} is off the map"));
        }
    }
    for (w, f) in unit_flags.iter_mut().enumerate() {
        *f = r.u64()?;
        if *f & !game.all_units[w % game.unit_words] != 0 {
            return fail("a flag of an unknown unit");
        }
    }
    for (n, f) in fields.iter_mut().enumerate() {
        *f = r.u16()?;
        let number = n / game.unit_count.max(1);
        if let Some(&(low, high)) = game.data.unit_field_ranges.get(number) {
            if !(low..=high).contains(&(*f as i16)) {
                let name = &game.data.unit_fields[number];
                return fail(format!("{name} is {}, expected {low} to {high}", *f as i16));
            }
        }
    }
    for (w, f) in hex_flags.iter_mut().enumerate() {
        *f = r.u64()?;
        if *f & !game.all_hexes[w % game.hex_words] != 0 {
            return fail("a flag off the map");
        }
    }
    Ok(())
}

fn read_frames(game: &Game, r: &mut Reader<'_>, state: &mut State) -> Result<()> {
    let count = r.array::<1>()?[0] as usize;
    if count > 64 {
        return fail(format!("{count} frames"));
    }
    let mut base = 0u32;
    for i in 0..count {
        let (procedure, pc) = (r.u16()?, r.u32()?);
        let Some(p) = game.data.procedures.get(procedure as usize) else {
            return fail(format!("procedure {procedure}"));
        };
        let last = i + 1 == count;
        let sound = if last {
            matches!(p.code.get(pc as usize), Some(Instr::Decide(_)))
        } else {
            pc > 0
                && (pc as usize) < p.code.len()
                && matches!(p.code.get(pc as usize - 1), Some(Instr::Call(..)))
        };
        if !sound {
            return fail(format!("procedure {} does not wait at {pc}", p.name));
        }
        if i == 0 && procedure != 0 {
            return fail("the first procedure is not the game");
        }
        if let Some(caller) = state.frames.last() {
            let code = &game.data.procedures[caller.procedure as usize].code;
            let calls =
                matches!(&code[caller.pc as usize - 1], Instr::Call(q, _, _) if *q == procedure);
            if !calls {
                return fail(format!("procedure {} was not called", p.name));
            }
        }
        state.frames.push(Frame {
            procedure,
            pc,
            base,
        });
        base += u32::from(p.locals);
    }
    for _ in 0..base {
        state.locals.push(r.i32()?);
    }
    let steps = r.u16()? as usize;
    state.path = r.take(steps)?.to_vec();
    if state.path.iter().any(|&d| d >= 6) {
        return fail("a step in an invalid direction");
    }
    Ok(())
}
