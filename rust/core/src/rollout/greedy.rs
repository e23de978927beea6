//! A policy that looks one action ahead.
//!
//! Each action, or a sample of many, is tried on a copy; what it sets going is played on by a plain
//! habit to the next decision at which looking is worth while, the first roll averaged and later
//! ones drawn, and the game's own query says how the sides then stand. Which query, which decisions
//! and how far are data of the game file ([`LookAhead`](crate::file::LookAhead)).
//!
//! It looks at the state that it is given. A player who may not know all of it is to hand in a
//! position dealt from what he knows.

use crate::error::Result;
use crate::game::Game;
use crate::ids::{QueryId, Side};
use crate::state::State;
use crate::vm::{Action, Reply, Scratch, Vm};
use eastfront_kernel::rng::{mix, Rng};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is done at a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Look,
    Play,
    Decline,
}

/// What is known of a kind of decision.
#[derive(Debug, Clone, Copy)]
struct Kind {
    manner: Manner,
    quiet: bool,
    rest: bool,
}

/// The look ahead of a game, by the numbers of its decisions.
#[derive(Debug, Clone)]
pub struct Plan {
    query: QueryId,
    kinds: Vec<Kind>,
    quiet: Vec<bool>,
    widest: usize,
    longest: u32,
}

impl Plan {
    /// The plan of a game file; none when it declares no look ahead or lacks the query.
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

/// More than any position is worth: a game that is won.
const WON: i64 = 1 << 40;
/// Outcomes of a roll that are averaged; of more, so many are drawn.
const FACES: u32 = 6;

/// The policy, with the memory that it looks ahead in.
#[derive(Debug)]
pub struct Greedy<'g> {
    game: &'g Game,
    plan: Plan,
    /// The query that each side goes by.
    by: Vec<QueryId>,
    board: State,
    rolled: State,
    tried: Vec<Action>,
    best: Vec<Action>,
}

impl<'g> Greedy<'g> {
    /// The policy for a game; none when its game file declares no look ahead.
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

    /// The same with sides that go by the query `outlook <side>`, where the program has one: how
    /// the first side stands when what the other may do next counts, too.
    pub fn wary(game: &'g Game) -> Option<Greedy<'g>> {
        let mut greedy = Greedy::new(game)?;
        for (side, by) in game.data.sides.iter().zip(&mut greedy.by) {
            *by = game.query_named(&format!("outlook {side}")).unwrap_or(*by);
        }
        Some(greedy)
    }

    /// Picks a legal action of a side's decision; what is drawn comes from `rng`. When told to
    /// stop it picks among what it has tried.
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
        // every action is looked at with the same luck
        let luck = Rng(mix(rng.word()));
        let forced = scratch.forced;
        let effects = scratch.effects.take();
        // what is offered where a look ahead ends need not be worked out
        scratch.unoffered.clone_from(&self.plan.quiet);
        let mut most = i64::MIN;
        self.best.clear();
        for i in 0..self.tried.len() {
            let action = self.tried[i];
            // to pass where looking is worth while is to stand as one stands
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

    /// The actions to be tried: all, or as many as the plan says, and at least one that passes.
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

    /// What an action comes to for the first side.
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

    /// Plays on by habit to the next quiet decision, or to the first roll when that is wanted; true
    /// when it stands before that roll.
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

    /// The average over the outcomes of a roll, later ones drawn.
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

    /// How the first side stands.
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
            _ => crate::error::program("the value of a position is no number"),
        }
    }
}

/// What is done at a decision that is not looked at on the way: declined where that is the manner,
/// else the first that plays.
fn habit(game: &Game, board: &State, kind: Kind) -> Option<Action> {
    let (pass, play) = game.split_passes(board);
    let passes = pass > 0 && (play == 0 || kind.manner == Manner::Decline);
    game.nth_legal_of(board, 0, passes)
}
