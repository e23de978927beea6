//! Concession: a side gives up the game, and the other side wins.
//!
//! A concession is not an action of play. No decision offers it, and it is possible at any time,
//! even during the enemy's turn or before a roll.

use super::{Reply, Scratch, Vm};
use crate::error::{Error, Result};
use crate::game::Game;
use crate::ids::{RuleId, Side};
use crate::state::{Outcome, State};

/// The query that returns whether a side may concede, with the rule.
pub const MAY_CONCEDE: &str = "may concede";

/// The level of victory of the side that wins by a concession.
const LEVEL: i32 = 1;

impl State {
    /// The final state after a side concedes in a game of two sides: the other side wins, by the
    /// rule that permits the concession. Fails if the game is over, or if its rules permit no
    /// concession.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// use eastfront_core::ids::Side;
    ///
    /// let over = state.conceded(&game, Side(0), &mut scratch)?;
    /// assert_eq!(over.outcome().and_then(|outcome| outcome.winner), Some(Side(1)));
    /// assert_eq!(state.outcome(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conceded(&self, game: &Game, side: Side, scratch: &mut Scratch) -> Result<State> {
        if self.outcome.is_some() {
            let over = "the game is over and can no longer be conceded";
            return Err(Error::Unknown(over.into()));
        }
        let (2, Some(rule)) = (game.side_count, rule(game, self, scratch)?) else {
            let id = &game.data.id;
            let text = format!("the rules of {id} do not let a side concede");
            return Err(Error::Unknown(text));
        };
        let mut over = self.clone();
        over.frames.clear();
        over.locals.clear();
        over.path.clear();
        over.buried = 0;
        over.pending = Default::default();
        over.outcome = Some(Outcome {
            winner: Some(Side(1 - side.0)),
            level: LEVEL,
            rule,
        });
        Ok(over)
    }
}

/// The rule by which a side may concede; None if no concession is permitted.
fn rule(game: &Game, state: &State, scratch: &mut Scratch) -> Result<Option<RuleId>> {
    let Some(query) = game.query_named(MAY_CONCEDE) else {
        return Ok(None);
    };
    let wanted = scratch.trace.replace(Vec::new());
    let may = Vm::new(game, scratch).ask(state, query, &[]);
    let seen = std::mem::replace(&mut scratch.trace, wanted).unwrap_or_default();
    Ok(match (may?, seen.first()) {
        (Reply::Int(0), _) | (_, None) => None,
        (_, Some(&(rule, _))) => Some(RuleId(rule)),
    })
}
