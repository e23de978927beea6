//! Leaf evaluation: playouts, the evaluation of the program, or a blend of both.

use super::tree::WON;
use crate::error::Result;
use crate::game::Game;
use crate::ids::{QueryId, Side};
use crate::rollout::{play_by, Player, Players};
use crate::state::State;
use crate::vm::{Reply, Scratch, Vm};
use eastfront_kernel::rng::Rng;
use std::sync::atomic::AtomicBool;

/// The unit of the evaluation query: thousandths of a won game.
const THOUSANDTH: i64 = WON / 1000;

/// The end of a playout from a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cut {
    /// The end of the game.
    End,
    /// A number of decisions; 0 for no playout.
    Decisions(u32),
    /// The end of the procedure that runs at this depth of the stack: 1 for a part of the sequence
    /// of play, 2 for a phase within such a part.
    Procedure(u8),
}

/// The parameters of leaf evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// The player of playouts.
    pub policy: Player,
    /// The end of playouts.
    pub cut: Cut,
    /// The query that evaluates a position for the first side, if the program has one.
    pub query: Option<QueryId>,
    /// The weight of the evaluation of the leaf itself, in thousandths; the rest is the weight of
    /// the result of the playout.
    pub blend: u16,
}

impl Leaf {
    /// The value of a position for the first side, in millionths of a won game, after a playout by
    /// `players`.
    pub fn value(
        &self,
        game: &Game,
        state: &mut State,
        (scratch, players): (&mut Scratch, &mut Players<'_>),
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Result<i64> {
        let own = i64::from(self.blend.min(1000));
        let now = match own {
            0 => 0,
            _ => self.evaluate(game, state, scratch)?,
        };
        if own == 1000 {
            return Ok(now);
        }
        self.play_on(game, state, (scratch, players), rng, stop)?;
        let then = self.evaluate(game, state, scratch)?;
        Ok((own * now + (1000 - own) * then) / 1000)
    }

    fn play_on(
        &self,
        game: &Game,
        state: &mut State,
        (scratch, players): (&mut Scratch, &mut Players<'_>),
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Result<()> {
        let chance = game.data.sides.len();
        let (cut, here) = (self.cut, place_in_play(state, self.cut));
        let mut left = match cut {
            Cut::Decisions(n) => n,
            _ => 0,
        };
        play_by(game, state, scratch, players, rng, stop, |at, action| {
            // a pending roll belongs to the part of play before it
            if action.is_none() || at.pending().actor as usize == chance {
                return Ok(true);
            }
            Ok(match cut {
                Cut::End => true,
                Cut::Decisions(_) => {
                    let on = left > 0;
                    left = left.saturating_sub(1);
                    on
                }
                Cut::Procedure(_) => place_in_play(at, cut) == here,
            })
        })?;
        Ok(())
    }

    /// The value for the first side, in millionths of a won game: of the outcome if the game is
    /// over, else of the program's evaluation if it has one, else 0.
    pub fn evaluate(&self, game: &Game, state: &State, scratch: &mut Scratch) -> Result<i64> {
        if state.outcome().is_some() {
            return Ok(outcome(state) * WON);
        }
        let Some(query) = self.query else {
            return Ok(0);
        };
        match Vm::new(game, scratch).ask(state, query, &[])? {
            Reply::Int(n) => Ok(n.clamp(-1000, 1000) * THOUSANDTH),
            _ => crate::error::program("an evaluation that is not a number"),
        }
    }
}

/// The result of a finished game for the first side: 1 for a win, 0 for a draw, -1 for a loss.
pub fn outcome(state: &State) -> i64 {
    match state.outcome().and_then(|o| o.winner) {
        None => 0,
        Some(Side(0)) => 1,
        Some(_) => -1,
    }
}

/// A hash of the running procedures down to the depth at which a playout ends; the hash changes
/// when the procedure at this depth ends.
pub(super) fn place_in_play(state: &State, cut: Cut) -> u64 {
    let Cut::Procedure(depth) = cut else {
        return 0;
    };
    let deepest = usize::from(depth).min(state.frames.len().saturating_sub(1));
    let mut out = 0;
    for (i, frame) in state.frames.iter().take(deepest + 1).enumerate() {
        // the deepest procedure may progress
        let pc = if i == deepest { 0 } else { frame.pc };
        out = eastfront_kernel::rng::mix(out ^ (u64::from(frame.procedure) << 32 | u64::from(pc)));
    }
    out
}
