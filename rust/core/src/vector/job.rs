//! The work of a thread on a block of games: a step, a reset, or writing planes and masks.

use super::{episode_seed, settle, Autoreset, Buffers, Ending, Settings, Slot};
use crate::error::{program, Result};
use crate::game::Game;
use crate::ids::Side;
use crate::rollout::Players;
use crate::state::State;
use crate::tensor::Tensor;
use crate::vm::{Scratch, Vm};
use eastfront_kernel::rng::Rng;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::AtomicBool;

/// The number of games in a block.
pub(super) const BLOCK: usize = 16;

/// A block: adjacent games with their parts of the buffers.
pub(super) struct Work<'a> {
    first: usize,
    slots: &'a mut [Slot],
    planes: &'a mut [i16],
    masks: &'a mut [bool],
}

/// The data shared by all threads.
pub(super) struct Job<'a> {
    pub(super) game: &'a Game,
    pub(super) tensor: &'a Tensor,
    pub(super) start: &'a State,
    pub(super) settings: Settings,
    pub(super) stride: usize,
    pub(super) task: Task<'a>,
}

#[derive(Clone, Copy)]
pub(super) enum Task<'a> {
    Step(&'a [u32]),
    Reset(Option<&'a [bool]>),
    /// Writes planes and masks of the position again, after a step was undone.
    Show,
}

/// Divides games, with their parts of the buffers, into blocks.
pub(super) fn divide<'a>(
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

/// The part of a buffer that belongs to game `i`, of `size` cells; empty if the buffer is empty.
fn part<T>(buffer: &mut [T], i: usize, size: usize) -> &mut [T] {
    buffer.get_mut(i * size..(i + 1) * size).unwrap_or_default()
}

impl Job<'_> {
    /// Processes a block of games; an error is stored in the game in which it occurred.
    pub(super) fn block(&self, work: Work<'_>, scratch: &mut Scratch, players: &mut Players<'_>) {
        let actions = self.game.num_actions() as usize;
        for (k, slot) in work.slots.iter_mut().enumerate() {
            let planes = part(work.planes, k, self.stride);
            let mask = part(work.masks, k, actions);
            // memory in use when the engine panicked is not used again
            let done = catch_unwind(AssertUnwindSafe(|| {
                self.one(work.first + k, slot, scratch, players, planes, mask)
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
        players: &mut Players<'_>,
        planes: &mut [i16],
        mask: &mut [bool],
    ) -> Result<()> {
        match self.task {
            Task::Step(actions) => {
                slot.before.copy_from(&slot.state);
                slot.course_before = slot.course;
                slot.course.ending = None;
                slot.last.clear();
                self.step(i, slot, scratch, players, planes, actions[i])?;
            }
            Task::Reset(which) => {
                slot.course.ending = None;
                slot.last.clear();
                if which.is_none_or(|w| w[i]) {
                    self.begin(i, slot, scratch, players)?;
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
        players: &mut Players<'_>,
        planes: &mut [i16],
        id: u32,
    ) -> Result<()> {
        if slot.course.over {
            if self.settings.autoreset == Autoreset::NextStep {
                self.begin(i, slot, scratch, players)?;
            }
            return Ok(());
        }
        let Some(action) = self.game.action_of(id) else {
            return program("an unchecked action");
        };
        Vm::new(self.game, scratch).advance(&mut slot.state, action)?;
        self.play_others(slot, scratch, players)?;
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
            observer: Side(slot.course.observer),
        });
        if self.settings.autoreset == Autoreset::SameStep {
            self.draw(slot, scratch, planes)?;
            let shown = self.tensor.cells().min(planes.len());
            slot.last.extend_from_slice(&planes[..shown]);
            self.begin(i, slot, scratch, players)?;
        }
        Ok(())
    }

    /// Begins the next episode of a game; the end of the last one remains recorded.
    fn begin(
        &self,
        i: usize,
        slot: &mut Slot,
        scratch: &mut Scratch,
        players: &mut Players<'_>,
    ) -> Result<()> {
        slot.state.copy_from(self.start);
        if slot.course.begun {
            slot.course.episode += 1;
        }
        slot.course.begun = true;
        let seed = episode_seed(self.settings.seed, i, slot.course.episode);
        slot.state.rng = Rng::stream(seed, 0);
        slot.course.others = Rng::stream(seed, 1);
        self.play_others(slot, scratch, players)?;
        slot.course.length = 0;
        slot.course.over = slot.state.outcome().is_some();
        self.turn(slot);
        Ok(())
    }

    /// Plays the sides that are not stepped, up to a decision of a side that is stepped, or to the
    /// end.
    fn play_others(
        &self,
        slot: &mut Slot,
        scratch: &mut Scratch,
        players: &mut Players<'_>,
    ) -> Result<()> {
        let on = AtomicBool::new(false);
        loop {
            settle(self.game, &mut slot.state, scratch)?;
            let Some((learner, _)) = self.settings.learner else {
                return Ok(());
            };
            if slot.state.outcome().is_some() || slot.state.pending().actor == learner.0 {
                return Ok(());
            }
            let rng = &mut slot.course.others;
            let Some(action) = players.pick(&slot.state, scratch, rng, &on)? else {
                return program("a state without an action");
            };
            Vm::new(self.game, scratch).advance(&mut slot.state, action)?;
        }
    }

    /// Records the side for which a game is shown.
    fn turn(&self, slot: &mut Slot) {
        match self.settings.learner {
            Some((learner, _)) => slot.course.observer = learner.0,
            None if slot.state.outcome().is_none() => {
                slot.course.observer = slot.state.pending().actor;
            }
            None => {}
        }
    }

    /// Updates the planes and the mask of a game.
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

    /// Writes the planes of the current position of a game.
    fn draw(&self, slot: &mut Slot, scratch: &mut Scratch, planes: &mut [i16]) -> Result<()> {
        self.game.legal(&slot.state, &mut slot.legal);
        if planes.is_empty() {
            return Ok(());
        }
        self.tensor.write(
            &mut Vm::new(self.game, scratch),
            &slot.state,
            Side(slot.course.observer),
            &slot.legal,
            &mut slot.memo,
            planes,
        )
    }
}
