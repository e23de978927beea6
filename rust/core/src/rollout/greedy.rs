//! The greedy policy: it looks one action ahead.
//!
//! Each action, or a sample of many, is tried on a copy of the position. The decisions after the
//! action are played by fixed rules to the next decision worth searching; the first roll is
//! averaged over its outcomes, later rolls are drawn. Then a query of the game evaluates the
//! position. The query, the decisions and the limits are data of the game file
//! ([`LookAhead`](crate::file::LookAhead)).
//!
//! The policy sees the complete state. A player with hidden information passes a sample consistent
//! with what its side knows.

use crate::error::Result;
use crate::game::Game;
use crate::ids::{QueryId, Side};
use crate::state::State;
use crate::vm::{Action, Reply, Scratch, Vm};
use eastfront_kernel::rng::{mix, Rng};
use std::sync::atomic::{AtomicBool, Ordering};

/// The treatment of a decision: try the actions, play the first action that does not pass, or pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Look,
    Play,
    Decline,
}

/// The treatment of decisions of one name.
#[derive(Debug, Clone, Copy)]
struct Kind {
    manner: Manner,
    quiet: bool,
    rest: bool,
}

/// The parameters of look-ahead, by index of decision.
#[derive(Debug, Clone)]
pub struct Plan {
    query: QueryId,
    kinds: Vec<Kind>,
    quiet: Vec<bool>,
    widest: usize,
    longest: u32,
}

impl Plan {
    /// The parameters of a game; None if its file declares no look-ahead or lacks the query.
    pub fn new(game: &Game) -> Option<Plan> {
        let look = game.data.lookahead.as_ref()?;
        let query =
            (game.query_named(&look.value)).filter(|q| game.data.queries[q.index()].args == 0)?;
        let kind = |name: &String| Kind {
            manner: if look.play.contains(name) {
                Manner::Play
            } else if look.decline.contains(name) {
                Manner::Decline
            } else {
                Manner::Look
            },
            quiet: look.quiet.contains(name),
            rest: look.rest.contains(name),
        };
        let kinds: Vec<Kind> = game.data.decisions.iter().map(kind).collect();
        Some(Plan {
            query,
            quiet: kinds.iter().map(|k| k.quiet).collect(),
            kinds,
            widest: usize::from(look.widest.max(1)),
            longest: u32::from(look.longest),
        })
    }
}

/// The value of a won game, greater than any evaluation.
const WON: i64 = 1 << 40;
/// The maximum number of outcomes averaged at a roll; a larger set is sampled.
const FACES: u32 = 6;

/// The policy with its working memory.
#[derive(Debug)]
pub struct Greedy<'g> {
    game: &'g Game,
    plan: Plan,
    /// For each side, the query by which the side evaluates a position.
    by: Vec<QueryId>,
    board: State,
    rolled: State,
    tried: Vec<Action>,
    best: Vec<Action>,
}

impl<'g> Greedy<'g> {
    /// The policy for a game; None if its file declares no look-ahead.
    pub fn new(game: &'g Game) -> Option<Greedy<'g>> {
        let plan = Plan::new(game)?;
        Some(Greedy {
            game,
            by: vec![plan.query; game.data.sides.len()],
            plan,
            board: State::default(),
            rolled: State::default(),
            tried: Vec::new(),
            best: Vec::new(),
        })
    }

    /// The policy for a game; a side evaluates positions by the query `outlook <side>` if the
    /// program has one. This query also counts what the enemy can do next.
    pub fn wary(game: &'g Game) -> Option<Greedy<'g>> {
        let mut greedy = Greedy::new(game)?;
        for (side, by) in game.data.sides.iter().zip(&mut greedy.by) {
            *by = game.query_named(&format!("outlook {side}")).unwrap_or(*by);
        }
        Some(greedy)
    }

    /// Chooses a legal action of a side's decision; `rng` is the source of randomness. If `stop` is
    /// set, chooses among the actions tried so far.
    pub fn pick(
        &mut self,
        state: &State,
        scratch: &mut Scratch,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Result<Option<Action>> {
        let game = self.game;
        let Some(kind) = self.kind(state) else {
            return Ok(None);
        };
        if let Some(&by) = self.by.get(usize::from(state.pending().actor)) {
            self.plan.query = by;
        }
        let (pass, play) = game.split_passes(state);
        match kind.manner {
            Manner::Play if play > 0 => {
                return Ok(game.nth_legal_of(state, rng.below(play), false));
            }
            Manner::Decline if pass > 0 => {
                return Ok(game.nth_legal_of(state, rng.below(pass), true));
            }
            _ => {}
        }
        self.draw(state, pass, play, rng);
        let sign = if state.pending().actor == 0 { 1 } else { -1 };
        // every action is tried with the same random numbers
        let luck = Rng(mix(rng.word()));
        let forced = scratch.forced;
        let effects = scratch.effects.take();
        // the legal actions at the end of a look-ahead are not needed
        scratch.unoffered.clone_from(&self.plan.quiet);
        let mut most = i64::MIN;
        self.best.clear();
        for i in 0..self.tried.len() {
            let action = self.tried[i];
            // passing at a decision worth searching leaves the position as it is
            let stands = kind.quiet && game.is_pass(state, action);
            let found = if stands {
                self.value(state, scratch)
            } else {
                self.worth(state, action, scratch, luck)
            };
            let worth = match found {
                Ok(worth) => sign * worth,
                Err(e) => {
                    scratch.unoffered.clear();
                    return Err(e);
                }
            };
            if worth > most {
                most = worth;
                self.best.clear();
            }
            if worth == most {
                self.best.push(action);
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        scratch.unoffered.clear();
        scratch.forced = forced;
        scratch.effects = effects;
        let wanted = |a: &Action| game.is_pass(state, *a) == kind.rest;
        if self.best.iter().any(wanted) {
            self.best.retain(wanted);
        }
        Ok(match self.best.len() {
            0 => None,
            n => Some(self.best[rng.below(n as u32) as usize]),
        })
    }

    fn kind(&self, state: &State) -> Option<Kind> {
        let choice = self.game.decision_at(state)?;
        self.plan.kinds.get(choice.kind as usize).copied()
    }

    /// Selects the actions to try: all, or as many as the parameters allow, with at least one pass
    /// if there is one. `pass` is the number of legal actions that pass, `play` that of the others.
    fn draw(&mut self, state: &State, pass: u32, play: u32, rng: &mut Rng) {
        self.game.legal(state, &mut self.tried);
        let widest = self.plan.widest;
        if self.tried.len() <= widest {
            return;
        }
        for i in 0..widest {
            let j = i + rng.below((self.tried.len() - i) as u32) as usize;
            self.tried.swap(i, j);
        }
        self.tried.truncate(widest);
        if pass > 0 && play > 0 {
            if let Some(one) = self.game.nth_legal_of(state, rng.below(pass), true) {
                if !self.tried.contains(&one) {
                    self.tried.push(one);
                }
            }
        }
    }

    /// The value of an action for the first side; `luck` is the source of rolls.
    fn worth(
        &mut self,
        state: &State,
        action: Action,
        scratch: &mut Scratch,
        luck: Rng,
    ) -> Result<i64> {
        let game = self.game;
        let mut luck = luck;
        let mut board = std::mem::take(&mut self.board);
        board.copy_from(state);
        Vm::new(game, scratch).advance(&mut board, action)?;
        let mut left = self.plan.longest;
        let rolls = self.settle(&mut board, scratch, &mut luck, &mut left, true)?;
        let worth = if rolls {
            self.average(&board, scratch, luck, left)?
        } else {
            self.value(&board, scratch)?
        };
        self.board = board;
        Ok(worth)
    }

    /// Plays by fixed rules to the next quiet decision; with `ask` it stops at the first roll
    /// before that and returns true, else false. `left` is the number of actions that may still be
    /// played.
    fn settle(
        &mut self,
        board: &mut State,
        scratch: &mut Scratch,
        luck: &mut Rng,
        left: &mut u32,
        ask: bool,
    ) -> Result<bool> {
        let game = self.game;
        while *left > 0 && board.outcome().is_none() {
            let Some(kind) = self.kind(board) else {
                break;
            };
            if kind.quiet {
                break;
            }
            let pending = board.pending();
            let action = if usize::from(pending.actor) == game.data.sides.len() {
                if ask {
                    return Ok(true);
                }
                game.nth_legal(board, luck.below(pending.total))
            } else {
                habit(game, board, kind)
            };
            let Some(action) = action else {
                break;
            };
            Vm::new(game, scratch).advance(board, action)?;
            *left -= 1;
        }
        Ok(false)
    }

    /// The average value over the outcomes of the pending roll, for the first side; later rolls are
    /// drawn.
    fn average(
        &mut self,
        board: &State,
        scratch: &mut Scratch,
        luck: Rng,
        left: u32,
    ) -> Result<i64> {
        let game = self.game;
        let total = board.pending().total;
        let faces = total.min(FACES);
        let mut luck = luck;
        let mut rolled = std::mem::take(&mut self.rolled);
        let mut sum = 0i64;
        for face in 0..faces {
            rolled.copy_from(board);
            let n = if total > FACES {
                luck.below(total)
            } else {
                face
            };
            let Some(action) = game.nth_legal(&rolled, n) else {
                break;
            };
            Vm::new(game, scratch).advance(&mut rolled, action)?;
            let mut left = left;
            self.settle(&mut rolled, scratch, &mut luck, &mut left, false)?;
            sum += self.value(&rolled, scratch)?;
        }
        self.rolled = rolled;
        Ok(sum / i64::from(faces.max(1)))
    }

    /// The evaluation of a position for the first side.
    fn value(&self, board: &State, scratch: &mut Scratch) -> Result<i64> {
        if let Some(outcome) = board.outcome() {
            return Ok(match outcome.winner {
                Some(Side(0)) => WON,
                Some(_) => -WON,
                None => 0,
            });
        }
        match Vm::new(self.game, scratch).ask(board, self.plan.query, &[])? {
            Reply::Int(value) => Ok(value),
            _ => crate::error::program("the value of a position is not a number"),
        }
    }
}

/// The action at a decision that is not searched: one that passes if the decision is to be
/// declined, else the first that does not pass.
fn habit(game: &Game, board: &State, kind: Kind) -> Option<Action> {
    let (pass, play) = game.split_passes(board);
    let passes = pass > 0 && (play == 0 || kind.manner == Manner::Decline);
    game.nth_legal_of(board, 0, passes)
}
