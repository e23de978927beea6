//! The search behind `reach`: cheapest first, from buckets of equal cost.
//!
//! A mark holds cost, direction of entry and label of the parent in one number, so that one
//! comparison decides by cost and then by direction. With roads a hex has two labels: it was
//! entered at the full price and may be left anyhow, or at the road's rate and may be left only
//! along the road.

use super::grid::{Grid, NO_HEX_WIDE};
use super::hexset;
use super::reach::{ReachQuery, FORBIDDEN};
use super::step::{entry, price};

/// The low bits of a mark: 1 + direction of entry, times two, plus the label of the parent.
const ENTRY_BITS: u32 = 4;
const ENTRY_MASK: u32 = (1 << ENTRY_BITS) - 1;
/// The entry of a start, below every other.
const START: u32 = 0;
/// More than the most that one step can cost: its price and three tolls, each below 255.
const BUCKETS: usize = 1024;
const NONE: u32 = u32::MAX;

/// Entered at the full price.
const FULL: u32 = 0;
/// Entered at the road's rate.
const ON_ROAD: u32 = 1;

/// Marks, buckets and the list of hexes reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// Per state, `base` plus cost and entry; what is above `base + span` is from earlier
    /// queries, what is below `base` is closed in this one. The last mark stands for all that is
    /// off the grid and is always 0.
    marks: Vec<u32>,
    base: u32,
    span: u32,
    /// 1 when every hex has two states, else 0.
    labels: u32,
    pub(super) reached: Vec<u32>,
    entries: Vec<(u32, u32)>,
    heads: Vec<u32>,
}

impl Field {
    fn begin(&mut self, grid: &Grid, budget: u16, labels: u32) {
        let states = grid.len() << labels;
        let span = (u32::from(budget) + 1) << ENTRY_BITS;
        let stale = self.marks.len() != states + 1 || self.labels != labels;
        if stale || self.base < 2 * (span + ENTRY_MASK + 1) {
            self.marks.clear();
            self.marks.resize(states + 1, u32::MAX);
            self.base = 1 << 31;
            if let Some(last) = self.marks.last_mut() {
                *last = 0;
            }
        }
        self.base -= span + (1 << ENTRY_BITS);
        self.span = span;
        self.labels = labels;
        self.reached.clear();
        self.entries.clear();
        self.heads.resize(BUCKETS, NONE);
    }

    /// The cost and the state in which a hex is reached most cheaply.
    #[inline]
    pub(super) fn best(&self, h: u32) -> Option<(u16, u32)> {
        let states = (h << self.labels)..((h + 1) << self.labels);
        if h == NO_HEX_WIDE || states.end as usize >= self.marks.len() {
            return None;
        }
        let marks = states.filter_map(|s| Some((self.mark(s)?, s)));
        let (mark, state) = marks.min()?;
        Some(((mark >> ENTRY_BITS) as u16, state))
    }

    #[inline]
    fn mark(&self, state: u32) -> Option<u32> {
        let mark = self.marks.get(state as usize)?.checked_sub(self.base)?;
        (mark < self.span).then_some(mark)
    }

    pub(super) fn walk_back(&self, grid: &Grid, to: u32, mut visit: impl FnMut(u32)) -> bool {
        let Some((_, mut state)) = self.best(to) else {
            return false;
        };
        while let Some(mark) = self.mark(state) {
            let entry = mark & ENTRY_MASK;
            if entry == START {
                return true;
            }
            let h = state >> self.labels;
            visit(h);
            let parent = grid.neighbor_wide(h, ((entry >> 1) as u8 + 2) % 6);
            state = parent << self.labels | entry & self.labels;
        }
        false
    }

    #[inline]
    fn push(&mut self, state: u32, cost: u32) {
        let bucket = cost as usize & (BUCKETS - 1);
        if let Some(head) = self.heads.get_mut(bucket) {
            self.entries.push((state, *head));
            *head = self.entries.len() as u32 - 1;
        }
    }

    #[inline]
    fn pop(&mut self, cost: u32) -> Option<u32> {
        let head = self.heads.get_mut(cost as usize & (BUCKETS - 1))?;
        let &(state, next) = self.entries.get(*head as usize)?;
        *head = next;
        Some(state)
    }
}

/// Whether `h` is in a set that may not have been given.
#[inline]
fn holds(grid: &Grid, set: Option<&[u64]>, h: u32) -> bool {
    set.is_some_and(|set| hexset::get_wide(grid, set, h))
}

pub(super) fn run<H: Copy + Into<u32>>(grid: &Grid, query: &ReachQuery<'_, H>, field: &mut Field) {
    let from: u32 = query.from.into();
    let labels = u32::from(query.road.is_some());
    field.begin(grid, query.budget, labels);
    if from as usize >= grid.len() || query.costs.step.len() != grid.len() * 6 {
        return;
    }
    let rich = query.area.is_some()
        || query.surcharge.is_some()
        || query.zones.is_some()
        || query.assault.is_some();
    let mut search = Search {
        grid,
        query,
        from,
        field,
        budget: u32::from(query.budget),
    };
    match (labels == 1, rich) {
        (true, _) => search.run::<true, true>(),
        (false, true) => search.run::<false, true>(),
        (false, false) => search.run::<false, false>(),
    }
    if query.minimum_one {
        search.minimum_one();
    }
}

struct Search<'a, 'q, H> {
    grid: &'a Grid,
    query: &'a ReachQuery<'q, H>,
    from: u32,
    field: &'a mut Field,
    budget: u32,
}

impl<H> Search<'_, '_, H> {
    fn run<const ROAD: bool, const RICH: bool>(&mut self) {
        let labels = u32::from(ROAD);
        let due = if ROAD { u32::from(self.query.due) } else { 0 };
        let start = self.from << labels;
        let mut waiting = 0;
        if due > 0 {
            self.set_mark((start | ON_ROAD) as usize, self.field.base + START);
            self.field.push(start | ON_ROAD, 0);
            waiting += 1;
        }
        if due <= self.budget {
            let mark = self.field.base + (due << ENTRY_BITS | START);
            self.set_mark((start | FULL) as usize, mark);
            waiting += 1;
        }
        let mut cost = 0;
        while waiting > 0 {
            if cost == due {
                // Not before: what is due may be more than the ring of buckets holds.
                self.field.push(start | FULL, due);
            }
            while let Some(state) = self.field.pop(cost) {
                waiting -= 1;
                if self
                    .field
                    .mark(state)
                    .is_some_and(|mark| mark >> ENTRY_BITS == cost)
                {
                    waiting += self.expand::<ROAD, RICH>(state, cost);
                }
            }
            cost += 1;
        }
    }

    /// Step from a state to its neighbours; the number of states that now wait.
    #[inline]
    fn expand<const ROAD: bool, const RICH: bool>(&mut self, state: u32, cost: u32) -> u32 {
        let labels = u32::from(ROAD);
        let (h, label) = (state >> labels, state & labels);
        let ring = self.grid.ring(h);
        let mut pushed = 0;
        for (dir, &n) in (0u32..).zip(&ring) {
            if !ROAD || label == FULL {
                let paid = price(self.query.costs, h, dir);
                pushed += self.arrive::<ROAD, RICH>(state, n, dir, FULL, paid, cost);
            }
            if let (true, Some(road)) = (ROAD, self.query.road) {
                let along = price(road.along, h, dir);
                if along != FORBIDDEN {
                    let full = price(road.full, h, dir);
                    pushed += self.arrive::<ROAD, RICH>(state, n, dir, ON_ROAD, along, cost);
                    pushed += self.arrive::<ROAD, RICH>(state, n, dir, FULL, full, cost);
                }
            }
        }
        pushed
    }

    /// Try to enter `n`; 1 when the state waits for expansion.
    #[inline(always)]
    fn arrive<const ROAD: bool, const RICH: bool>(
        &mut self,
        parent: u32,
        n: u32,
        dir: u32,
        label: u32,
        paid: u8,
        spent: u32,
    ) -> u32 {
        let labels = u32::from(ROAD);
        let mut cost = spent + u32::from(paid);
        if paid == FORBIDDEN || cost > self.budget {
            return 0;
        }
        let state = n << labels | label;
        let slot = if n == NO_HEX_WIDE {
            self.field.marks.len() - 1
        } else {
            state as usize
        };
        let Some(&old) = self.field.marks.get(slot) else {
            return 0;
        };
        let mut mark = self.field.base + (cost << ENTRY_BITS | (dir + 1) << 1 | parent & labels);
        if mark >= old {
            return 0;
        }
        let mut ends = false;
        if RICH {
            let Ok(asked) = entry(self.grid, self.query, parent >> labels, n) else {
                return 0;
            };
            cost += asked.toll;
            ends = asked.ends;
            mark += asked.toll << ENTRY_BITS;
            if cost > self.budget || mark >= old {
                return 0;
            }
        } else if holds(self.grid, self.query.blocked, n) {
            // Below every mark of this query, so that it is asked about once.
            self.set_mark(slot, self.field.base - 1);
            return 0;
        }
        // A step for nothing may not take a place from a hex that is as cheap.
        if cost == spent && mark | ENTRY_MASK >= old {
            return 0;
        }
        self.set_mark(slot, mark);
        if old >= self.field.base + self.field.span && self.is_new::<ROAD>(n, slot) {
            self.field.reached.push(n);
        }
        if ends || !RICH && holds(self.grid, self.query.stop, n) {
            return 0;
        }
        if old >> ENTRY_BITS == mark >> ENTRY_BITS {
            return 0;
        }
        self.field.push(state, cost);
        1
    }

    #[inline]
    fn set_mark(&mut self, slot: usize, mark: u32) {
        if let Some(place) = self.field.marks.get_mut(slot) {
            *place = mark;
        }
    }

    /// Whether a hex just marked had no mark in its other state.
    #[inline]
    fn is_new<const ROAD: bool>(&self, n: u32, slot: usize) -> bool {
        !ROAD || (n != self.from && self.field.mark(slot as u32 ^ 1).is_none())
    }

    /// Add the neighbours of the start that only the whole budget can buy.
    fn minimum_one(&mut self) {
        let labels = self.field.labels;
        for (dir, n) in (0u32..).zip(self.grid.ring(self.from)) {
            let along = self
                .query
                .road
                .map(|road| price(road.along, self.from, dir));
            let open = price(self.query.costs, self.from, dir) != FORBIDDEN
                || along.is_some_and(|price| price != FORBIDDEN);
            if n == NO_HEX_WIDE || !open || self.field.best(n).is_some() {
                continue;
            }
            if holds(self.grid, self.query.blocked, n)
                || entry(self.grid, self.query, self.from, n).is_err()
            {
                continue;
            }
            let parent = u32::from(labels == 1 && self.query.due > 0);
            let mark = self.field.base + (self.budget << ENTRY_BITS | (dir + 1) << 1 | parent);
            self.set_mark((n << labels | FULL) as usize, mark);
            self.field.reached.push(n);
        }
    }
}
