//! The bucket search behind `reach`: cheapest first, from buckets of equal cost.
//!
//! A mark combines cost, direction of entry and label of the parent in one number, so that one
//! comparison decides by cost and then by direction. With roads a hex has two labels: entered at
//! the full price, it may be left in any direction; entered at the road's rate, only along the
//! road.

use super::grid::{Grid, NO_HEX_WIDE};
use super::hexset;
use super::reach::{CostTable, ReachQuery, FORBIDDEN};
use super::step::{entry, price};

/// The low bits of a mark: 1 + direction of entry, times two, plus the label of the parent.
const ENTRY_BITS: u32 = 4;
const ENTRY_MASK: u32 = (1 << ENTRY_BITS) - 1;
/// The entry of the start of a search, below all others.
const START: u32 = 0;
/// More than the maximum cost of one step: its price and three tolls, each below 255.
const BUCKETS: usize = 1024;
const NONE: u32 = u32::MAX;

/// Three levels of what is looked up on entering a hex besides the price of the step. `SETS`:
/// closed hexes and stops; `TOLLS`: these and the tolls of zones; `ALL`: everything that a query
/// can have.
const SETS: u8 = 0;
const TOLLS: u8 = 1;
const ALL: u8 = 2;

/// The label of a hex that was entered at the full price.
const FULL: u32 = 0;
/// The label of a hex that was entered at the road's rate.
const ON_ROAD: u32 = 1;

/// The marks of the hexes, and the list of reached hexes.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// For each search state, `base` plus cost and entry. Marks above `base + span` are from
    /// earlier queries; those below `base` are closed in this query.
    marks: Vec<u32>,
    base: u32,
    span: u32,
    /// The number of bits for the label: 1 if every hex has two states, as with roads, else 0.
    labels: u32,
    pub(super) reached: Vec<u32>,
    entries: Vec<(u32, u32)>,
    heads: Vec<u32>,
}

impl Field {
    fn begin(&mut self, grid: &Grid, budget: u16, labels: u32) {
        let states = grid.len() << labels;
        let span = (u32::from(budget) + 1) << ENTRY_BITS;
        let stale = self.marks.len() != states || self.labels != labels;
        if stale || self.base < 2 * (span + ENTRY_MASK + 1) {
            self.marks.clear();
            self.marks.resize(states, u32::MAX);
            self.base = 1 << 31;
        }
        self.base -= span + (1 << ENTRY_BITS);
        self.span = span;
        self.labels = labels;
        self.reached.clear();
        self.entries.clear();
        self.heads.resize(BUCKETS, NONE);
    }

    /// The least cost at which a hex was reached, and the state with this cost.
    #[inline]
    pub(super) fn best(&self, h: u32) -> Option<(u16, u32)> {
        let states = (h << self.labels)..((h + 1) << self.labels);
        if h == NO_HEX_WIDE || states.end as usize > self.marks.len() {
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
}

/// Whether `h` is in an optional set.
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
    let rich = query.area.is_some() || query.surcharge.is_some() || query.assault.is_some();
    let Some(heads) = field.heads.first_chunk_mut() else {
        return;
    };
    let search = Search {
        grid,
        query,
        from,
        budget: u32::from(query.budget),
        base: field.base,
        span: field.span,
        marks: &mut field.marks,
        entries: &mut field.entries,
        heads,
        reached: &mut field.reached,
    };
    match (labels == 1, rich, query.zones.is_some()) {
        (true, ..) => search.run::<true, ALL>(),
        (false, true, _) => search.run::<false, ALL>(),
        (false, false, true) => search.run::<false, TOLLS>(),
        (false, false, false) => search.run::<false, SETS>(),
    }
    if query.minimum_one {
        field.minimum_one(grid, query, from);
    }
}

/// A search in progress. It is passed by value, so that its parts stay in registers.
struct Search<'a, 'q, H> {
    grid: &'a Grid,
    query: &'a ReachQuery<'q, H>,
    from: u32,
    budget: u32,
    base: u32,
    span: u32,
    marks: &'a mut [u32],
    /// Waiting states, each with the next entry of its bucket.
    entries: &'a mut Vec<(u32, u32)>,
    heads: &'a mut [u32; BUCKETS],
    reached: &'a mut Vec<u32>,
}

impl<H> Search<'_, '_, H> {
    fn run<const ROAD: bool, const ASKS: u8>(mut self) {
        let labels = u32::from(ROAD);
        let due = if ROAD { u32::from(self.query.due) } else { 0 };
        let start = self.from << labels;
        let mut waiting = 0;
        if due > 0 {
            self.set_mark(start | ON_ROAD, self.base | START);
            self.push(start | ON_ROAD, 0);
            waiting += 1;
        }
        if due <= self.budget {
            self.set_mark(start | FULL, self.base + (due << ENTRY_BITS | START));
            waiting += 1;
        }
        let mut cost = 0;
        while waiting > 0 {
            if cost == due {
                // Not before: the amount due may exceed the ring of buckets.
                self.push(start | FULL, due);
            }
            let bucket = cost as usize % BUCKETS;
            while let Some(&(state, next)) = self.entries.get(self.heads[bucket] as usize) {
                self.heads[bucket] = next;
                waiting -= 1;
                let mark = self.marks.get(state as usize).copied().unwrap_or(0);
                if mark.wrapping_sub(self.base) >> ENTRY_BITS == cost {
                    waiting += self.expand::<ROAD, ASKS>(state, cost);
                }
            }
            cost += 1;
        }
    }

    #[inline(always)]
    fn push(&mut self, state: u32, cost: u32) {
        let head = &mut self.heads[cost as usize % BUCKETS];
        let entry = self.entries.len() as u32;
        self.entries.push((state, *head));
        *head = entry;
    }

    #[inline(always)]
    fn set_mark(&mut self, state: u32, mark: u32) {
        if let Some(place) = self.marks.get_mut(state as usize) {
            *place = mark;
        }
    }

    /// Steps from a state to its neighbours; returns the number of new waiting states.
    #[inline(always)]
    fn expand<const ROAD: bool, const ASKS: u8>(&mut self, state: u32, cost: u32) -> u32 {
        let labels = u32::from(ROAD);
        let (h, label) = (state >> labels, state & labels);
        let ring = self.grid.ring(h);
        let prices = prices(self.query.costs, h);
        let zone = self.query.zones.filter(|_| ASKS == TOLLS).map(|z| z.zone);
        let zoned = holds(self.grid, zone, h);
        let mut pushed = 0;
        for (dir, (&n, paid)) in (0u32..).zip(ring.iter().zip(prices)) {
            if !ROAD || label == FULL {
                pushed += self.arrive::<ROAD, ASKS>(state, n, dir, FULL, paid, (cost, zoned));
            }
            if let (true, Some(road)) = (ROAD, self.query.road) {
                let along = price(road.along, h, dir);
                if along != FORBIDDEN {
                    let full = price(road.full, h, dir);
                    pushed +=
                        self.arrive::<ROAD, ASKS>(state, n, dir, ON_ROAD, along, (cost, zoned));
                    pushed += self.arrive::<ROAD, ASKS>(state, n, dir, FULL, full, (cost, zoned));
                }
            }
        }
        pushed
    }

    /// Tries to enter hex `n` from the state `parent`, at which `spent` was paid and which is in a
    /// zone if `zoned`; returns 1 if the new state waits for expansion, else 0.
    #[inline(always)]
    fn arrive<const ROAD: bool, const ASKS: u8>(
        &mut self,
        parent: u32,
        n: u32,
        dir: u32,
        label: u32,
        paid: u8,
        (spent, zoned): (u32, bool),
    ) -> u32 {
        let labels = u32::from(ROAD);
        // Wrapping, for speed: a hex beyond the grid has no mark, and costs and marks are far from
        // the ends of their range.
        let mut cost = spent.wrapping_add(u32::from(paid));
        let state = n << labels | label;
        let Some(&old) = self.marks.get(state as usize) else {
            return 0;
        };
        let entered = (dir + 1) << 1 | parent & labels;
        let mut mark = self.base.wrapping_add(cost << ENTRY_BITS | entered);
        if (paid == FORBIDDEN) | (cost > self.budget) | (mark >= old) {
            return 0;
        }
        let mut ends = false;
        if ASKS == ALL {
            let asked = entry(self.grid, self.query, parent >> labels, n);
            let Ok(asked) = asked else { return 0 };
            cost += asked.toll;
            ends = asked.ends;
            mark = mark.wrapping_add(asked.toll << ENTRY_BITS);
            if cost > self.budget || mark >= old {
                return 0;
            }
        } else if holds(self.grid, self.query.blocked, n) {
            // Below every mark of this query, so that it is tested only once.
            self.set_mark(state, self.base - 1);
            return 0;
        }
        if let (TOLLS, Some(zones)) = (ASKS, self.query.zones) {
            let entered = holds(self.grid, Some(zones.zone), n);
            let toll = zones.toll(zoned, entered);
            cost += u32::from(toll);
            mark = mark.wrapping_add(u32::from(toll) << ENTRY_BITS);
            if toll == FORBIDDEN || cost > self.budget || mark >= old {
                return 0;
            }
            ends = entered && zones.stop;
        }
        // A free step may not replace an equally cheap parent.
        if cost == spent && mark | ENTRY_MASK >= old {
            return 0;
        }
        ends |= ASKS != ALL && holds(self.grid, self.query.stop, n);
        if ROAD && ends && n == self.from {
            // ending at the start for less than is due there changes nothing for the start
            return 0;
        }
        self.set_mark(state, mark);
        if old >= self.base + self.span && self.is_new::<ROAD>(n, state) {
            self.reached.push(n);
        }
        if ends {
            return 0;
        }
        if old >> ENTRY_BITS == mark >> ENTRY_BITS {
            return 0;
        }
        self.push(state, cost);
        1
    }

    /// Whether a hex that was just marked had no mark in its other state, so that it is newly
    /// reached.
    #[inline(always)]
    fn is_new<const ROAD: bool>(&self, n: u32, state: u32) -> bool {
        let other = || self.marks.get(state as usize ^ 1).copied().unwrap_or(0);
        !ROAD || (n != self.from && other().wrapping_sub(self.base) >= self.span)
    }
}

/// The prices of the six steps from a hex.
#[inline(always)]
fn prices(costs: &CostTable, h: u32) -> [u8; 6] {
    let at = h as usize * 6;
    let six = costs.step.get(at..).and_then(|rest| rest.first_chunk());
    six.copied().unwrap_or([FORBIDDEN; 6])
}

impl Field {
    /// Adds the neighbours of the start that only the whole budget can reach.
    fn minimum_one<H>(&mut self, grid: &Grid, query: &ReachQuery<'_, H>, from: u32) {
        for (dir, n) in (0u32..).zip(grid.ring(from)) {
            let along = query.road.map(|road| price(road.along, from, dir));
            let open = price(query.costs, from, dir) != FORBIDDEN
                || along.is_some_and(|price| price != FORBIDDEN);
            if n == NO_HEX_WIDE || !open || self.best(n).is_some() {
                continue;
            }
            if holds(grid, query.blocked, n) || entry(grid, query, from, n).is_err() {
                continue;
            }
            let parent = u32::from(self.labels == 1 && query.due > 0);
            let spent = u32::from(query.budget) << ENTRY_BITS;
            let state = n << self.labels | FULL;
            if let Some(place) = self.marks.get_mut(state as usize) {
                *place = self.base + (spent | (dir + 1) << 1 | parent);
                self.reached.push(n);
            }
        }
    }
}
