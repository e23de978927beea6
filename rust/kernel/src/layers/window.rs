//! The layers of one query, in a window of 64 columns around its start.

use std::sync::Arc;

use super::uniform::{Uniform, UniformSteps, BEYOND};
use super::view::{first_column, View, WINDOW};
use super::CostLayers;
use crate::grid::Grid;
use crate::hexset;
use crate::reach::{ZoneTolls, FORBIDDEN};

/// The input of a movement field that is computed by layers.
pub struct LayerQuery<'a> {
    pub from: u32,
    pub budget: u16,
    pub costs: &'a CostLayers,
    pub blocked: Option<&'a [u64]>,
    pub area: Option<&'a [u64]>,
    pub stop: Option<&'a [u64]>,
    pub zones: Option<ZoneTolls<'a>>,
    pub minimum_one: bool,
}

/// The layers of one movement field, in a window around the start.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    from: u32,
    budget: u16,
    /// The width of the grid.
    width: u16,
    /// The first row and column of the window, and its number of rows.
    row: u16,
    col: u16,
    rows: usize,
    unit: u16,
    kinds: usize,
    /// The number of layers within the budget.
    count: usize,
    /// The number of layers up to the last that is not empty.
    used: usize,
    /// The range of rows that may contain reached hexes: the first, and the one after the last.
    span: (usize, usize),
    /// The layers of each row, with a margin for steps beyond the last layer; or, if the table has
    /// a single cost, the rows of each layer.
    layers: Vec<u64>,
    /// The distance between two rows, and between two layers, in `layers`.
    apart: (usize, usize),
    /// For each row, the reached hexes.
    found: Vec<u64>,
    /// In each row, the hexes that only a mover which spends its whole budget reaches.
    dear: Vec<u64>,
    /// In each row, with a margin above and below, the hexes from which a step continues: those of
    /// one layer, and of the next.
    moving: [Vec<u64>; 2],
    /// For each row, the hexes reached or closed.
    done: Vec<u64>,
    /// For each row, the hexes that end a move.
    stops: Vec<u64>,
    /// For each row, the hexes that may not be entered from the start.
    barred: Vec<u64>,
    /// In each row, the hexes in zones of control that have tolls; `tolls` has the tolls.
    zone: Vec<u64>,
    tolls: Option<Tolls>,
    /// The masks of steps for each row, direction and cost: those of the whole grid if a row is one
    /// word, else those of the window.
    steps: Steps,
}

/// The maximum toll in layers.
const DEAREST: usize = 8;

/// The tolls of zones in layers; None for a forbidden step.
#[derive(Clone, Copy, Debug)]
struct Tolls {
    /// The toll of a step, indexed by whether the step begins in a zone (0 no, 1 yes), then by
    /// whether it ends in one.
    by_step: [[Option<usize>; 2]; 2],
    dearest: usize,
}

impl Tolls {
    /// The tolls of a zone, given the cost of a layer; None if a toll is not a whole number of
    /// layers.
    fn new(zones: &ZoneTolls<'_>, unit: u16) -> Option<Tolls> {
        let mut tolls = Tolls {
            by_step: [[Some(0); 2]; 2],
            dearest: 0,
        };
        for (leaves, by_end) in tolls.by_step.iter_mut().enumerate() {
            for (enters, toll) in by_end.iter_mut().enumerate() {
                let asked = zones.toll(leaves == 1, enters == 1);
                *toll = match asked {
                    FORBIDDEN => None,
                    _ if u16::from(asked) % unit == 0 => Some(usize::from(u16::from(asked) / unit)),
                    _ => return None,
                };
                tolls.dearest = tolls.dearest.max(toll.unwrap_or(0));
            }
        }
        (tolls.dearest <= DEAREST).then_some(tolls)
    }
}

/// The masks of steps in a window.
#[derive(Clone, Debug)]
enum Steps {
    Whole(Arc<[u64]>),
    Cut(Vec<u64>),
}

impl Default for Steps {
    fn default() -> Steps {
        Steps::Cut(Vec::new())
    }
}

impl Steps {
    /// The masks of some rows of the window, with `size` masks for each row.
    #[inline]
    fn rows(&self, first: u16, rows: usize, size: usize) -> &[u64] {
        match self {
            Steps::Whole(masks) => &masks[usize::from(first) * size..][..rows * size],
            Steps::Cut(masks) => masks,
        }
    }
}

impl Layers {
    /// Computes the layers; false if the movement field may not fit into a window.
    pub fn run(&mut self, grid: &Grid, query: &LayerQuery<'_>) -> bool {
        let costs = query.costs;
        if costs.kinds == 0 || costs.masks.len() != grid.words() * 6 * costs.kinds {
            return false;
        }
        let rigid = query.zones.and_then(|zones| zones.ends_moves());
        self.tolls = None;
        if let (Some(zones), None) = (query.zones, rigid) {
            self.tolls = Tolls::new(&zones, costs.unit);
            if self.tolls.is_none() {
                return false;
            }
        }
        let steps = query.budget / costs.unit;
        let radius = steps.max(1);
        if grid.width() > WINDOW && radius >= WINDOW / 2 {
            return false;
        }
        let (row, col) = grid.row_col_wide(query.from);
        self.from = query.from;
        self.budget = query.budget;
        self.width = grid.width();
        self.row = row.saturating_sub(radius);
        self.col = first_column(grid, col, radius);
        let last = row.saturating_add(radius).min(grid.height() - 1);
        self.rows = usize::from(last - self.row) + 1;
        self.unit = costs.unit;
        self.kinds = costs.kinds;
        self.count = usize::from(steps) + 1;
        let uniform = costs.uniform.as_deref().filter(|_| self.tolls.is_none());
        let start = (usize::from(row - self.row), 1 << (col - self.col));
        self.look(grid, query, rigid == Some(true), uniform.is_some());
        // The start is closed: it spreads, but is not a reached hex.
        self.done[start.0] |= start.1;
        match (uniform, self.kinds, self.tolls) {
            (Some(steps), ..) => self.spread_uniform(steps, start),
            (_, 1, None) => self.spread::<1, false>(grid, start),
            (_, 4, None) => self.spread::<4, false>(grid, start),
            (_, 6, None) => self.spread::<6, false>(grid, start),
            (_, _, None) => self.spread::<8, false>(grid, start),
            (_, 1, _) => self.spread::<1, true>(grid, start),
            (_, 4, _) => self.spread::<4, true>(grid, start),
            (_, 6, _) => self.spread::<6, true>(grid, start),
            (_, _, _) => self.spread::<8, true>(grid, start),
        }
        if query.minimum_one {
            self.minimum_one(grid, start);
        }
        true
    }

    /// The masks of steps in the window.
    fn masks(&self) -> &[u64] {
        self.steps.rows(self.row, self.rows, 6 * self.kinds)
    }

    /// The hexes of a layer in a row, as bits.
    #[inline]
    fn word(&self, row: usize, layer: usize) -> u64 {
        self.layers[row * self.apart.0 + layer * self.apart.1]
    }

    /// Reads the sets and the masks of the window from the query. `rigid`: steps from zone to zone
    /// are forbidden; `uniform`: the table has a single cost.
    fn look(&mut self, grid: &Grid, query: &LayerQuery<'_>, rigid: bool, uniform: bool) {
        let rows = self.rows;
        let zeros = |words: &mut Vec<u64>, count: usize| {
            words.clear();
            words.resize(count, 0);
        };
        let beyond = if uniform { BEYOND } else { 0 };
        let size = if uniform {
            self.apart = (1, rows + beyond);
            self.count * (rows + beyond)
        } else {
            let dearest = self.tolls.map_or(0, |tolls| tolls.dearest);
            self.apart = (self.count + self.kinds + dearest, 1);
            rows * self.apart.0
        };
        zeros(&mut self.layers, size);
        for set in [
            &mut self.found,
            &mut self.done,
            &mut self.stops,
            &mut self.barred,
        ] {
            zeros(set, rows + beyond);
        }
        zeros(&mut self.dear, rows);
        let zone = query.zones.map(|zones| zones.zone);
        let begins = zone.is_some_and(|zone| hexset::get_wide(grid, zone, query.from));
        let per_row = grid.words_per_row();
        let view = View {
            per_row,
            first: usize::from(self.row),
            col: self.col,
        };
        view.join(&mut self.done[..rows], query.blocked, |word| word);
        view.join(&mut self.done[..rows], query.area, |word| !word);
        view.join(&mut self.stops[..rows], query.stop, |word| word);
        let stops = query.zones.is_some_and(|zones| zones.stop);
        view.join(&mut self.stops[..rows], zone.filter(|_| stops), |word| word);
        match self.tolls {
            None => {
                let zone = zone.filter(|_| rigid && begins);
                view.join(&mut self.barred[..rows], zone, |word| word);
            }
            Some(tolls) => {
                zeros(&mut self.zone, rows);
                view.join(&mut self.zone, zone, |word| word);
                let [outside, inside] = tolls.by_step[usize::from(begins)];
                for (barred, zone) in self.barred.iter_mut().zip(&self.zone) {
                    *barred |= if inside.is_none() { *zone } else { 0 };
                    *barred |= if outside.is_none() { !zone } else { 0 };
                }
            }
        }
        if uniform {
            self.done[rows..].fill(u64::MAX);
            for moving in &mut self.moving {
                zeros(moving, rows + 2 + beyond);
            }
        }
        self.read_steps(per_row, &query.costs.masks);
    }

    /// Reads the masks of steps of the window from those of the grid.
    fn read_steps(&mut self, per_row: usize, all: &Arc<[u64]>) {
        if per_row == 1 {
            if !matches!(&self.steps, Steps::Whole(known) if Arc::ptr_eq(known, all)) {
                self.steps = Steps::Whole(Arc::clone(all));
            }
            return;
        }
        let (column, shift) = (usize::from(self.col >> 6), u32::from(self.col & 63));
        let (first, size) = (usize::from(self.row), 6 * self.kinds);
        let mut steps = match std::mem::take(&mut self.steps) {
            Steps::Cut(steps) => steps,
            Steps::Whole(_) => Vec::new(),
        };
        steps.clear();
        for row in first..first + self.rows {
            let mut masks = all.chunks_exact(size).skip(row * per_row + column);
            let low = masks.next().unwrap_or_default();
            if shift == 0 || column + 1 == per_row {
                steps.extend(low.iter().map(|low| low >> shift));
            } else {
                let high = masks.next().unwrap_or_default();
                let both = low.iter().zip(high);
                steps.extend(both.map(|(low, high)| low >> shift | high << (64 - shift)));
            }
        }
        self.steps = Steps::Cut(steps);
    }

    /// Computes the layers of a table with a single cost.
    fn spread_uniform(&mut self, steps: &UniformSteps, start: (usize, u64)) {
        let [moving, next] = &mut self.moving;
        let uniform = Uniform {
            steps,
            first: usize::from(self.row),
            rows: self.rows,
            count: self.count,
            layers: &mut self.layers,
            found: &mut self.found,
            done: &mut self.done,
            stops: &self.stops,
            barred: &mut self.barred,
            moving: [moving, next],
        };
        (self.used, self.span) = uniform.spread(start);
    }

    fn spread<const KINDS: usize, const TOLLS: bool>(
        &mut self,
        grid: &Grid,
        (start, bit): (usize, u64),
    ) {
        let (rows, stride, count) = (self.rows, self.apart.0, self.count);
        let Self {
            layers,
            found,
            done,
            stops,
            barred,
            zone,
            tolls,
            steps,
            row: first,
            ..
        } = self;
        let steps = steps.rows(*first, rows, 6 * KINDS);
        let masks = steps.as_chunks::<KINDS>().0.as_chunks::<6>().0;
        // Costs have fewer kinds than this, so as many consecutive empty layers are the last ones.
        let dearest = KINDS + tolls.map_or(0, |tolls| tolls.dearest);
        let mut idle = 0;
        let mut used = 0;
        let (mut low, mut high) = (start, start + 1);
        for layer in 0..count {
            if idle > dearest {
                break;
            }
            idle += 1;
            let rows_now = low..high;
            for row in rows_now {
                let at = row * stride + layer;
                let new = layers[at] & !done[row];
                layers[at] = new;
                done[row] |= new;
                found[row] |= new;
                let moving = if layer == 0 { bit } else { new & !stops[row] };
                if layer == 0 || new != 0 {
                    idle = 0;
                    used = layer + 1;
                }
                if moving == 0 || layer + 1 == count {
                    continue;
                }
                low = low.min(row.saturating_sub(1));
                high = high.max((row + 2).min(rows));
                let round = Round {
                    moving,
                    at,
                    stride,
                    shifted: grid.is_shifted(*first + row as u16),
                    up: row > 0,
                    down: row + 1 < rows,
                };
                if let (true, Some(tolls)) = (TOLLS, tolls.as_ref()) {
                    let [outside, inside] = tolls.by_step;
                    let (there, masks) = (zone[row], &masks[row]);
                    let (free, zoned) = (moving & !there, moving & there);
                    let row = (&zone[..], row);
                    Round {
                        moving: free,
                        ..round
                    }
                    .pay(masks, layers, row, outside);
                    Round {
                        moving: zoned,
                        ..round
                    }
                    .pay(masks, layers, row, inside);
                    continue;
                }
                // Near the end of the budget only cheap steps matter.
                match count - layer - 1 {
                    _ if KINDS == 1 => round.step::<KINDS, 1>(&masks[row], layers),
                    1..=2 => round.step::<KINDS, 2>(&masks[row], layers),
                    3..=4 => round.step::<KINDS, 4>(&masks[row], layers),
                    _ => round.step::<KINDS, KINDS>(&masks[row], layers),
                }
            }
            if layer == 0 {
                // only the start has stepped so far
                for row in start.saturating_sub(1)..=(start + 1).min(rows - 1) {
                    let entered = &mut layers[row * stride + 1..][..KINDS];
                    entered.iter_mut().for_each(|e| *e &= !barred[row]);
                }
            }
        }
        self.used = used;
        self.span = (low, high);
    }

    /// Adds the neighbours of the start that only the whole budget can reach.
    fn minimum_one(&mut self, grid: &Grid, (start, bit): (usize, u64)) {
        let masks = &self.masks()[start * 6 * self.kinds..][..6 * self.kinds];
        let may = |dir: usize| {
            masks[dir * self.kinds..][..self.kinds]
                .iter()
                .fold(0, |any, mask| any | mask)
                & bit
        };
        let (right, left) = if grid.is_shifted(self.row + start as u16) {
            (1, 0)
        } else {
            (0, 1)
        };
        let targets = [
            (start.checked_sub(1), may(0) << right | may(5) >> left),
            (Some(start), may(1) << 1 | may(4) >> 1),
            (Some(start + 1), may(2) << right | may(3) >> left),
        ];
        for (row, entered) in targets {
            let Some(row) = row.filter(|&row| row < self.rows) else {
                continue;
            };
            let new = entered & !self.done[row] & !self.barred[row];
            self.done[row] |= new;
            self.dear[row] |= new;
            self.found[row] |= new;
            if new != 0 {
                self.span = (self.span.0.min(row), self.span.1.max(row + 1));
            }
        }
    }

    /// The cost of a layer.
    #[inline]
    fn price(&self, layer: usize) -> u16 {
        if layer >= self.count {
            return self.budget;
        }
        layer as u16 * self.unit
    }

    /// Appends the reached hexes with their costs, in order of index.
    pub fn list(&self, grid: &Grid, listed: &mut Vec<(u32, u16)>) {
        match self.count {
            0..16 => self.list_by::<4>(grid, listed),
            16..64 => self.list_by::<6>(grid, listed),
            _ => self.list_by::<16>(grid, listed),
        }
    }

    /// Appends the reached hexes with their costs, in order of index. The numbers of the layers of
    /// each row are first written bit by bit into `PLANES` words, so that one loop over all hexes
    /// of the row reads them.
    fn list_by<const PLANES: usize>(&self, grid: &Grid, listed: &mut Vec<(u32, u16)>) {
        for row in self.span.0..self.span.1 {
            let mut planes = [0; PLANES];
            let mut bits = self.found[row];
            let layers = (0..self.used).map(|layer| (layer, self.word(row, layer)));
            for (layer, new) in layers.chain([(self.count, self.dear[row])]) {
                for (number, plane) in planes.iter_mut().enumerate() {
                    *plane |= new & ((layer >> number & 1) as u64).wrapping_neg();
                }
            }
            let base = grid.at(self.row + row as u16, 0) + u32::from(self.col);
            while bits != 0 {
                let at = bits.trailing_zeros();
                bits &= bits - 1;
                let mut layer = 0;
                for (number, plane) in planes.iter().enumerate() {
                    layer |= (plane >> at & 1) << number;
                }
                listed.push((base.wrapping_add(at), self.price(layer as usize)));
            }
        }
    }

    /// Adds all reached hexes to a set.
    pub fn add_to(&self, grid: &Grid, out: &mut [u64]) {
        let per_row = grid.words_per_row();
        let (word, shift) = (usize::from(self.col >> 6), u32::from(self.col & 63));
        let (low, high) = self.span;
        for (row, bits) in self.found.iter().enumerate().take(high).skip(low) {
            let at = (usize::from(self.row) + row) * per_row + word;
            if let Some(low) = out.get_mut(at) {
                *low |= bits << shift;
            }
            if shift > 0 && word + 1 < per_row {
                if let Some(high) = out.get_mut(at + 1) {
                    *high |= bits >> (64 - shift);
                }
            }
        }
    }

    /// The row of the window and the bit of a hex.
    fn place(&self, h: u32) -> Option<(usize, u64)> {
        let width = u32::from(self.width).max(1);
        let row = (h / width).checked_sub(u32::from(self.row))? as usize;
        let col = (h % width).checked_sub(u32::from(self.col))?;
        (row < self.rows && col < u32::from(WINDOW)).then(|| (row, 1 << col))
    }

    fn layer(&self, h: u32) -> Option<usize> {
        if h == self.from {
            return Some(0);
        }
        let (row, bit) = self.place(h)?;
        let found = (0..self.used).find(|&layer| self.word(row, layer) & bit != 0);
        found.or_else(|| (self.dear[row] & bit != 0).then_some(self.count))
    }

    /// The cost of a hex; 0 for the start.
    pub fn cost(&self, h: u32) -> Option<u16> {
        self.layer(h).map(|layer| self.price(layer))
    }

    /// Whether a hex is in a zone with tolls.
    #[inline]
    fn is_zoned(&self, row: usize, bit: u64) -> bool {
        self.tolls.is_some() && self.zone[row] & bit != 0
    }

    /// The toll of a step in layers; None if the step is forbidden.
    #[inline]
    fn toll(&self, leaves: bool, enters: bool) -> Option<usize> {
        match &self.tolls {
            None => Some(0),
            Some(tolls) => tolls.by_step[usize::from(leaves)][usize::from(enters)],
        }
    }

    /// Visits the hexes of the canonical path from `to` back to the start, without the start; false
    /// if `to` was not reached.
    pub fn walk_back(&self, grid: &Grid, to: u32, mut visit: impl FnMut(u32)) -> bool {
        let Some(mut layer) = self.layer(to) else {
            return false;
        };
        let (mut at, steps) = (to, self.masks());
        while at != self.from {
            visit(at);
            let (barred, zoned) = self.place(at).map_or((false, false), |(row, bit)| {
                (self.barred[row] & bit != 0, self.is_zoned(row, bit))
            });
            let parent = (0..6u8).find_map(|dir| {
                let p = grid.neighbor_wide(at, (dir + 3) % 6);
                if layer >= self.count || p == self.from && barred {
                    return None;
                }
                let (row, bit) = self.place(p)?;
                let masks = &steps[(row * 6 + usize::from(dir)) * self.kinds..][..self.kinds];
                let layer = layer.checked_sub(self.toll(self.is_zoned(row, bit), zoned)?)?;
                let leaves = p == self.from || self.stops[row] & bit == 0;
                // a step of cost kind + 1 comes from that many layers before
                let steps = masks.iter().zip((0..layer).rev());
                let mut steps = steps.filter(|(mask, _)| leaves && *mask & bit != 0);
                steps.find_map(|(_, layer)| {
                    let there = if p == self.from {
                        layer == 0
                    } else {
                        self.word(row, layer) & bit != 0
                    };
                    there.then_some((p, layer))
                })
            });
            // Only the one-hex minimum leaves a hex without such a neighbour.
            (at, layer) = parent.unwrap_or((self.from, 0));
        }
        true
    }
}

/// One row of one layer, from whose hexes steps are made.
#[derive(Clone, Copy)]
struct Round {
    moving: u64,
    /// The offset of the row in the layer, and the distance between rows.
    at: usize,
    stride: usize,
    shifted: bool,
    /// Whether there is a row above; `down` says whether there is one below.
    up: bool,
    down: bool,
}

impl Round {
    /// Adds to the following layers the hexes entered from this one, in the same row and in the
    /// adjacent rows; only the `USED` cheapest of `KINDS` costs are considered.
    #[inline(always)]
    fn step<const KINDS: usize, const USED: usize>(
        &self,
        masks: &[[u64; KINDS]; 6],
        layers: &mut [u64],
    ) {
        let (moving, next) = (self.moving, self.at + 1);
        let [m0, m1, m2, m3, m4, m5] = masks;
        let Some(to) = layers[next..].first_chunk_mut::<USED>() else {
            return;
        };
        for kind in 0..USED {
            to[kind] |= (moving & m1[kind]) << 1 | (moving & m4[kind]) >> 1;
        }
        if self.up {
            let to = layers[next - self.stride..].first_chunk_mut::<USED>();
            self.across(to, m0, m5);
        }
        if self.down {
            let to = layers[next + self.stride..].first_chunk_mut::<USED>();
            self.across(to, m2, m3);
        }
    }

    /// Adds the hexes entered in a row above or below, by steps to the right and to the left.
    #[inline(always)]
    fn across<const KINDS: usize, const USED: usize>(
        &self,
        to: Option<&mut [u64; USED]>,
        right: &[u64; KINDS],
        left: &[u64; KINDS],
    ) {
        let Some(to) = to else { return };
        let moving = self.moving;
        if self.shifted {
            for kind in 0..USED {
                to[kind] |= (moving & right[kind]) << 1 | moving & left[kind];
            }
        } else {
            for kind in 0..USED {
                to[kind] |= moving & right[kind] | (moving & left[kind]) >> 1;
            }
        }
    }

    /// Adds the hexes entered from `moving`, which are either all in a zone or all outside zones.
    /// Each step costs a toll in addition: `tolls[0]` if it ends outside zones, `tolls[1]` if it
    /// ends in a zone; None forbids it.
    #[inline(always)]
    fn pay<const KINDS: usize>(
        self,
        masks: &[[u64; KINDS]; 6],
        layers: &mut [u64],
        (zone, row): (&[u64], usize),
        tolls: [Option<usize>; 2],
    ) {
        if self.moving == 0 {
            return;
        }
        let mut enter = |row: usize, first: usize, entered: [u64; KINDS]| {
            for (toll, there) in tolls.into_iter().zip([!zone[row], zone[row]]) {
                let to = toll.and_then(|toll| layers[first + toll..].first_chunk_mut::<KINDS>());
                for (to, entered) in to.into_iter().flatten().zip(entered) {
                    *to |= entered & there;
                }
            }
        };
        let (moving, next) = (self.moving, self.at + 1);
        let [m0, m1, m2, m3, m4, m5] = masks;
        let beside = |kind| (moving & m1[kind]) << 1 | (moving & m4[kind]) >> 1;
        enter(row, next, std::array::from_fn(beside));
        if self.up {
            enter(row - 1, next - self.stride, self.stepped(m0, m5));
        }
        if self.down {
            enter(row + 1, next + self.stride, self.stepped(m2, m3));
        }
    }

    /// For each cost, the hexes entered in a row above or below, by steps to the right and to the
    /// left.
    #[inline(always)]
    fn stepped<const KINDS: usize>(
        &self,
        right: &[u64; KINDS],
        left: &[u64; KINDS],
    ) -> [u64; KINDS] {
        let moving = self.moving;
        std::array::from_fn(|kind| match self.shifted {
            true => (moving & right[kind]) << 1 | moving & left[kind],
            false => moving & right[kind] | (moving & left[kind]) >> 1,
        })
    }
}
