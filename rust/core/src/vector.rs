//! Many games of one kind, stepped together: a step is one real decision of a side in each of them.
//!
//! Chance and forced actions are played by the games themselves. What game `i` rolls in its episode
//! `e` depends on the seed, `i` and `e` only, never on the threads or on the other games. A step
//! moves every game or none: actions are looked at before any is taken, and where the engine fails
//! the games are put back.

use crate::error::{program, Error, Result};
use crate::game::Game;
use crate::rng::Rng;
use crate::rollout::Policy;
use crate::state::{Outcome, State};
use crate::tensor::{Memo, Tensor};
use crate::vm::{Action, Scratch, Vm};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

/// Games that a thread takes at a time.
const BLOCK: usize = 16;

/// What happens to a game that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Autoreset {
    /// The next one begins in the same step; its first decision is what is shown.
    SameStep,
    /// The next one begins in the next step, whatever the action.
    NextStep,
    /// Nothing, until [`Vector::reset`].
    Never,
}

/// How games are played.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// What all streams come from.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// What happens to a game that is over.
    pub autoreset: Autoreset,
    /// Decisions after which a game is cut short; 0 for none.
    pub limit: u32,
    /// The one side that is stepped, and how the others play; none when all sides are.
    pub learner: Option<(u8, Policy)>,
}

/// How a game ended in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The outcome; none when the game was cut short.
    pub outcome: Option<Outcome>,
    /// Decisions of the game.
    pub length: u32,
    /// The episode that ended.
    pub episode: u64,
    /// The side whose planes show the last position: the last to decide.
    pub observer: u8,
}

/// The parts of a game that a step changes beside its state.
#[derive(Debug, Clone, Copy, Default)]
struct Course {
    episode: u64,
    length: u32,
    observer: u8,
    /// An episode has begun.
    begun: bool,
    /// Over, and waiting for the next episode.
    over: bool,
    ending: Option<Ending>,
    /// What the sides that are not stepped pick by.
    others: Rng,
}

/// One game.
#[derive(Debug, Default)]
struct Slot {
    state: State,
    before: State,
    course: Course,
    course_before: Course,
    memo: Memo,
    legal: Vec<Action>,
    /// Dense ids of the legal actions; where the mask is true.
    ids: Vec<u32>,
    /// The planes of the last position of a game that ended in this step and began anew.
    last: Vec<i16>,
    error: Option<Error>,
}

/// Where planes and masks of all games go, game after game; an empty slice is left alone.
#[derive(Debug)]
pub struct Buffers<'a> {
    /// Planes; each game has `stride` cells, of which the tensor's come first.
    pub planes: &'a mut [i16],
    /// Cells of a game.
    pub stride: usize,
    /// Legal actions by dense id.
    pub masks: &'a mut [bool],
}

/// Many games.
pub struct Vector {
    slots: Vec<Slot>,
    scratches: Vec<Scratch>,
    start: State,
    tensor: Tensor,
    settings: Settings,
}

/// What a thread takes: neighbouring games with their parts of the buffers.
struct Work<'a> {
    first: usize,
    slots: &'a mut [Slot],
    planes: &'a mut [i16],
    masks: &'a mut [bool],
}

/// What all threads know.
struct Job<'a> {
    game: &'a Game,
    tensor: &'a Tensor,
    start: &'a State,
    settings: Settings,
    stride: usize,
    task: Task<'a>,
}

#[derive(Clone, Copy)]
enum Task<'a> {
    Step(&'a [u32]),
    Reset(Option<&'a [bool]>),
    /// Shows the position again, after a step was taken back.
    Show,
}

/// The seed of an episode: `Game::new` with it plays the same game.
pub fn episode_seed(seed: u64, game: usize, episode: u64) -> u64 {
    Rng::stream(Rng::stream(seed, game as u64).0, episode).0
}

/// Rolls from the state's own generator until a side is to decide or the game is over.
pub fn settle(game: &Game, state: &mut State, scratch: &mut Scratch) -> Result<()> {
    while state.outcome().is_none() && state.pending().actor as usize == game.data.sides.len() {
        let mut rng = state.rng;
        let n = rng.below(state.pending().total);
        state.rng = rng;
        let Some(action) = game.nth_legal(state, n) else {
            return program("a roll without outcomes");
        };
        Vm::new(game, scratch).advance(state, action)?;
    }
    Ok(())
}

impl Vector {
    /// So many games that begin at a position. They must be reset before they are stepped.
    pub fn new(game: &Game, start: &State, n: usize, tensor: Tensor, settings: Settings) -> Vector {
        let threads = settings.threads.clamp(1, 256);
        Vector {
            slots: (0..n).map(|_| Slot::default()).collect(),
            scratches: (0..threads).map(|_| Scratch::new(game)).collect(),
            start: start.clone(),
            tensor,
            settings,
        }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The planes that are written.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    /// The state of a game.
    pub fn state(&self, i: usize) -> Option<&State> {
        self.slots.get(i).map(|s| &s.state)
    }

    /// The dense ids of the legal actions of a game.
    pub fn ids(&self, i: usize) -> &[u32] {
        self.slots.get(i).map_or(&[], |s| &s.ids)
    }

    /// The episode of a game, and its decisions so far.
    pub fn course(&self, i: usize) -> (u64, u32) {
        self.slots
            .get(i)
            .map_or((0, 0), |s| (s.course.episode, s.course.length))
    }

    /// The side whose planes are shown: the one to act, or the last that did when none is.
    pub fn observer(&self, i: usize) -> u8 {
        self.slots.get(i).map_or(0, |s| s.course.observer)
    }

    /// How a game ended in the last step, if it did.
    pub fn ending(&self, i: usize) -> Option<Ending> {
        self.slots.get(i).and_then(|s| s.course.ending)
    }

    /// The planes of the last position of a game that ended in the last step and began anew.
    pub fn last_planes(&self, i: usize) -> &[i16] {
        self.slots.get(i).map_or(&[], |s| &s.last)
    }

    /// Begins games anew: all of them, or those that are marked. With a seed the streams of all
    /// games begin anew too, at the first episode; without one a game goes on to its next episode.
    pub fn reset(
        &mut self,
        game: &Game,
        seed: Option<u64>,
        which: Option<&[bool]>,
        buffers: &mut Buffers<'_>,
    ) -> Result<()> {
        if let Some(seed) = seed {
            self.settings.seed = seed;
            self.slots.iter_mut().for_each(|s| {
                s.course.episode = 0;
                s.course.begun = false;
            });
        }
        if which.is_some_and(|w| w.len() != self.slots.len()) {
            return Err(Error::Unknown(format!(
                "a choice among {} games, expected {}",
                which.map_or(0, <[bool]>::len),
                self.slots.len()
            )));
        }
        self.run(game, Task::Reset(which), buffers)
    }

    /// Takes one action, by dense id, in each game. An illegal one fails with its game and action,
    /// and no game has moved. The action of a game that is over does not matter.
    pub fn step(&mut self, game: &Game, actions: &[u32], buffers: &mut Buffers<'_>) -> Result<()> {
        if actions.len() != self.slots.len() {
            return Err(Error::Unknown(format!(
                "{} actions, expected one for each of {} games",
                actions.len(),
                self.slots.len()
            )));
        }
        let Vector {
            slots, scratches, ..
        } = self;
        for (i, (slot, &id)) in slots.iter().zip(actions).enumerate() {
            if !slot.course.begun {
                return Err(Error::Unknown(format!("game {i} has not begun; reset it")));
            }
            if !slot.course.over {
                look(game, &mut scratches[0], &slot.state, i, id)?;
            }
        }
        let done = self.run(game, Task::Step(actions), buffers);
        if done.is_err() {
            for slot in &mut self.slots {
                std::mem::swap(&mut slot.state, &mut slot.before);
                slot.course = slot.course_before;
            }
            self.run(game, Task::Show, buffers)?;
        }
        done
    }

    fn run(&mut self, game: &Game, task: Task<'_>, buffers: &mut Buffers<'_>) -> Result<()> {
        let job = Job {
            game,
            tensor: &self.tensor,
            start: &self.start,
            settings: self.settings,
            stride: buffers.stride,
            task,
        };
        let blocks = self.slots.len().div_ceil(BLOCK);
        let work = Mutex::new(divide(&mut self.slots, game, buffers).into_iter());
        let play = |scratch: &mut Scratch| loop {
            let taken = match work.lock() {
                Ok(mut rest) => rest.next(),
                Err(_) => None,
            };
            match taken {
                Some(block) => job.block(block, scratch),
                None => break,
            }
        };
        let (first, others) = match self.scratches.split_first_mut() {
            Some(parts) => parts,
            None => return program("a vector without memory"),
        };
        std::thread::scope(|scope| {
            for scratch in others.iter_mut().take(blocks.saturating_sub(1)) {
                let play = &play;
                scope.spawn(move || play(scratch));
            }
            play(first);
        });
        drop(work);
        match self.slots.iter_mut().find_map(|s| s.error.take()) {
            Some(error) => {
                self.slots.iter_mut().for_each(|s| s.error = None);
                Err(error)
            }
            None => Ok(()),
        }
    }
}

/// Refuses an action that is not legal, with its game.
fn look(game: &Game, scratch: &mut Scratch, state: &State, i: usize, id: u32) -> Result<()> {
    let Some(action) = game.action_of(id) else {
        return Err(Error::Unknown(format!(
            "game {i}: action {id}, expected an id below {}",
            game.num_actions()
        )));
    };
    if game.is_legal(state, action) {
        return Ok(());
    }
    let name = game.notation(action);
    Err(match Vm::new(game, scratch).illegal(state, action) {
        Error::Illegal { rule, text } => Error::Illegal {
            rule,
            text: format!("game {i}, action {id} (`{name}`): {text}"),
        },
        other => other,
    })
}

/// Divides games and buffers into blocks.
fn divide<'a>(
    slots: &'a mut [Slot],
    game: &Game,
    buffers: &'a mut Buffers<'_>,
) -> Vec<Work<'a>> {
    let actions = game.num_actions() as usize;
    let (mut planes, mut masks) = (&mut *buffers.planes, &mut *buffers.masks);
    let mut out = Vec::with_capacity(slots.len().div_ceil(BLOCK));
    for (b, slots) in slots.chunks_mut(BLOCK).enumerate() {
        let cells = (slots.len() * buffers.stride).min(planes.len());
        let bits = (slots.len() * actions).min(masks.len());
        let (own, rest) = planes.split_at_mut(cells);
        let (mask, more) = masks.split_at_mut(bits);
        (planes, masks) = (rest, more);
        out.push(Work {
            first: b * BLOCK,
            slots,
            planes: own,
            masks: mask,
        });
    }
    out
}

/// The part of a buffer that is a game's, or nothing of an empty one.
fn part<T>(buffer: &mut [T], i: usize, size: usize) -> &mut [T] {
    buffer.get_mut(i * size..(i + 1) * size).unwrap_or_default()
}

impl Job<'_> {
    fn block(&self, work: Work<'_>, scratch: &mut Scratch) {
        let actions = self.game.num_actions() as usize;
        for (k, slot) in work.slots.iter_mut().enumerate() {
            let planes = part(work.planes, k, self.stride);
            let mask = part(work.masks, k, actions);
            // memory that was in use when the engine failed is not used again
            let done = catch_unwind(AssertUnwindSafe(|| {
                self.one(work.first + k, slot, scratch, planes, mask)
            }))
            .unwrap_or_else(|_| {
                *scratch = Scratch::new(self.game);
                program("the engine failed; no game has moved")
            });
            slot.error = done.err();
        }
    }

    fn one(
        &self,
        i: usize,
        slot: &mut Slot,
        scratch: &mut Scratch,
        planes: &mut [i16],
        mask: &mut [bool],
    ) -> Result<()> {
        match self.task {
            Task::Step(actions) => {
                slot.before.copy_from(&slot.state);
                slot.course_before = slot.course;
                slot.course.ending = None;
                slot.last.clear();
                self.step(i, slot, scratch, planes, actions[i])?;
            }
            Task::Reset(which) => {
                slot.course.ending = None;
                slot.last.clear();
                if which.is_none_or(|w| w[i]) {
                    self.begin(i, slot, scratch)?;
                }
            }
            Task::Show => {}
        }
        self.show(slot, scratch, planes, mask)
    }

    fn step(
        &self,
        i: usize,
        slot: &mut Slot,
        scratch: &mut Scratch,
        planes: &mut [i16],
        id: u32,
    ) -> Result<()> {
        if slot.course.over {
            if self.settings.autoreset == Autoreset::NextStep {
                self.begin(i, slot, scratch)?;
            }
            return Ok(());
        }
        let Some(action) = self.game.action_of(id) else {
            return program("an action that was not looked at");
        };
        Vm::new(self.game, scratch).advance(&mut slot.state, action)?;
        self.play_others(slot, scratch)?;
        slot.course.length += 1;
        let outcome = slot.state.outcome();
        let limit = self.settings.limit;
        let cut = outcome.is_none() && limit > 0 && slot.course.length >= limit;
        self.turn(slot);
        if outcome.is_none() && !cut {
            return Ok(());
        }
        slot.course.over = true;
        slot.course.ending = Some(Ending {
            outcome,
            length: slot.course.length,
            episode: slot.course.episode,
            observer: slot.course.observer,
        });
        if self.settings.autoreset == Autoreset::SameStep {
            self.draw(slot, scratch, planes)?;
            let shown = self.tensor.cells().min(planes.len());
            slot.last.extend_from_slice(&planes[..shown]);
            self.begin(i, slot, scratch)?;
        }
        Ok(())
    }

    /// Begins the next episode; how the one before ended stays known.
    fn begin(&self, i: usize, slot: &mut Slot, scratch: &mut Scratch) -> Result<()> {
        slot.state.copy_from(self.start);
        if slot.course.begun {
            slot.course.episode += 1;
        }
        slot.course.begun = true;
        let seed = episode_seed(self.settings.seed, i, slot.course.episode);
        slot.state.rng = Rng::stream(seed, 0);
        slot.course.others = Rng::stream(seed, 1);
        self.play_others(slot, scratch)?;
        slot.course.length = 0;
        slot.course.over = slot.state.outcome().is_some();
        self.turn(slot);
        Ok(())
    }

    /// Plays on to a decision that is to be stepped, or to the end.
    fn play_others(&self, slot: &mut Slot, scratch: &mut Scratch) -> Result<()> {
        loop {
            settle(self.game, &mut slot.state, scratch)?;
            let Some((learner, policy)) = self.settings.learner else {
                return Ok(());
            };
            if slot.state.outcome().is_some() || slot.state.pending().actor == learner {
                return Ok(());
            }
            let picked = policy.pick(self.game, &slot.state, &mut slot.course.others);
            let Some(action) = picked else {
                return program("a state without an action");
            };
            Vm::new(self.game, scratch).advance(&mut slot.state, action)?;
        }
    }

    /// Notes as which side a game is shown.
    fn turn(&self, slot: &mut Slot) {
        match self.settings.learner {
            Some((learner, _)) => slot.course.observer = learner,
            None if slot.state.outcome().is_none() => {
                slot.course.observer = slot.state.pending().actor;
            }
            None => {}
        }
    }

    /// Brings planes and mask up to date.
    fn show(
        &self,
        slot: &mut Slot,
        scratch: &mut Scratch,
        planes: &mut [i16],
        mask: &mut [bool],
    ) -> Result<()> {
        self.draw(slot, scratch, planes)?;
        for &id in &slot.ids {
            if let Some(bit) = mask.get_mut(id as usize) {
                *bit = false;
            }
        }
        slot.ids.clear();
        if slot.course.over {
            return Ok(());
        }
        for &action in &slot.legal {
            let Some(id) = self.game.action_id(action) else {
                continue;
            };
            slot.ids.push(id);
            if let Some(bit) = mask.get_mut(id as usize) {
                *bit = true;
            }
        }
        slot.ids.sort_unstable();
        slot.ids.dedup();
        Ok(())
    }

    /// Writes the planes of the position as it is.
    fn draw(&self, slot: &mut Slot, scratch: &mut Scratch, planes: &mut [i16]) -> Result<()> {
        self.game.legal(&slot.state, &mut slot.legal);
        if planes.is_empty() {
            return Ok(());
        }
        self.tensor.write(
            &mut Vm::new(self.game, scratch),
            &slot.state,
            slot.course.observer,
            &slot.legal,
            &mut slot.memo,
            planes,
        )
    }
}
