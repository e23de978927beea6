//! Supply lines: finds the hexes that have one.
//!
//! A line leads from a source, step by step, to the supplied hex. It may have several stages (a
//! rail net, then a road net, then cross-country), each with its own hexes, hexsides and length.
//! Each stage starts from the sources and from all hexes that earlier stages reach, so a line may
//! skip any of the earlier stages. `supply_line` gives a single line with its certificate.

use super::flood::{flood, EdgeMasks};
use super::grid::Grid;
use super::hexset::{self, HexSet};
use super::network::step_all;

/// An alternative limit of a stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limit<'a> {
    /// The maximum number of steps; None for any number.
    pub length: Option<u16>,
    /// Hexes that the line may not touch, except the supplied hex. Terrain shortens lines this way:
    /// "7, but 5 through marsh" is a limit of 7 that avoids marsh, or one of 5.
    pub avoid: Option<&'a [u64]>,
}

/// One stage of a supply line.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// The hexes through which a line may pass; sources count only if they are among them.
    pub open: &'a [u64],
    /// The area of the line; None for the whole grid.
    pub area: Option<&'a [u64]>,
    /// The hexsides that a line may cross, in the direction from the source to the supplied hex.
    pub edges: Option<&'a EdgeMasks>,
    /// The alternative limits, of which a line must satisfy one; empty for no limit.
    pub limits: &'a [Limit<'a>],
    /// Hexes through which a line must pass, in order from the source.
    pub gates: &'a [u16],
    /// Whether the supplied hex itself may be outside `open`.
    pub own_hex: bool,
}

impl<'a> Stage<'a> {
    /// A stage through `open`, without limits.
    pub fn new(open: &'a [u64]) -> Stage<'a> {
        Stage {
            open,
            area: None,
            edges: None,
            limits: &[],
            gates: &[],
            own_hex: false,
        }
    }

    /// The limits of the stage; a single unlimited one if the stage has none.
    pub(super) fn limits(&self) -> &'a [Limit<'a>] {
        const ANY: &[Limit<'static>] = &[Limit {
            length: None,
            avoid: None,
        }];
        if self.limits.is_empty() {
            ANY
        } else {
            self.limits
        }
    }

    /// Sets `out` to the hexes through which a line of this stage may pass.
    pub(super) fn passable(&self, avoid: Option<&[u64]>, out: &mut [u64]) {
        hexset::clear_all(out);
        hexset::or(out, self.open);
        if let Some(area) = self.area {
            hexset::and(out, area);
        }
        if let Some(avoid) = avoid {
            hexset::andnot(out, avoid);
        }
    }
}

/// Working memory for supply lines, one per thread; it adapts to the size of the grid.
#[derive(Clone, Debug, Default)]
pub struct SupplyScratch {
    starts: Vec<u64>,
    passable: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
    reached: Vec<u64>,
    allowed: Vec<u64>,
}

impl SupplyScratch {
    fn fit(&mut self, grid: &Grid) {
        let sets = [
            &mut self.starts,
            &mut self.passable,
            &mut self.layer,
            &mut self.next,
            &mut self.reached,
            &mut self.allowed,
        ];
        for set in sets {
            set.resize(grid.words(), 0);
        }
    }
}

/// Sets `out` to the hexes that have a supply line from `sources` through the stages.
///
/// ```
/// use eastfront_kernel::grid::Grid;
/// use eastfront_kernel::hexset::HexSet;
/// use eastfront_kernel::supply::{supply, Limit, Stage, SupplyScratch};
///
/// let grid = Grid::new(9, 1, 0)?;
/// let (depot, open) = (HexSet::of(&grid, [0]), HexSet::full(&grid));
/// // three hexes at most from the depot
/// let limits = [Limit { length: Some(3), avoid: None }];
/// let stage = Stage { limits: &limits, ..Stage::new(&open) };
/// let mut supplied = HexSet::new(&grid);
/// supply(&grid, &depot, &[stage], &mut SupplyScratch::default(), &mut supplied);
/// assert_eq!(supplied, HexSet::of(&grid, 0..=3));
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn supply(
    grid: &Grid,
    sources: &[u64],
    stages: &[Stage<'_>],
    scratch: &mut SupplyScratch,
    out: &mut [u64],
) {
    if let [only] = stages {
        let plain = only.area.is_none() && only.limits.is_empty() && only.gates.is_empty();
        if plain && !only.own_hex {
            return flood(grid, sources, only.open, only.edges, out);
        }
    }
    scratch.fit(grid);
    hexset::clear_all(out);
    let mut from = HexSet(sources.into());
    for stage in stages {
        extend(grid, &from, stage, scratch, out);
        hexset::or(&mut from, out);
    }
}

/// Adds to `out` the hexes that one stage supplies from `sources`.
pub(super) fn extend(
    grid: &Grid,
    sources: &[u64],
    stage: &Stage<'_>,
    scratch: &mut SupplyScratch,
    out: &mut [u64],
) {
    scratch.fit(grid);
    if stage.own_hex {
        hexset::not(grid, &HexSet::new(grid), &mut scratch.allowed);
    } else {
        stage.passable(None, &mut scratch.allowed);
    }
    for limit in stage.limits() {
        stage.passable(limit.avoid, &mut scratch.passable);
        scratch.starts.copy_from_slice(sources);
        let mut left = limit.length;
        let passed = stage.gates.iter().all(|&gate| {
            let steps = scratch.steps_to(grid, stage.edges, gate, left);
            left = match (left, steps) {
                (Some(left), Some(steps)) => left.checked_sub(steps),
                (left, _) => left,
            };
            hexset::clear_all(&mut scratch.starts);
            hexset::set(grid, &mut scratch.starts, gate);
            steps.is_some()
        });
        if passed {
            scratch.add_supplied(grid, stage.edges, left, out);
        }
    }
}

impl SupplyScratch {
    /// The least number of steps from the starts to a gate; None if the gate is not passable or is
    /// too far. Without a limit, steps are not counted and the result is 0.
    fn steps_to(
        &mut self,
        grid: &Grid,
        edges: Option<&EdgeMasks>,
        gate: u16,
        limit: Option<u16>,
    ) -> Option<u16> {
        if limit.is_none() {
            flood(grid, &self.starts, &self.passable, edges, &mut self.reached);
            return hexset::get(grid, &self.reached, gate).then_some(0);
        }
        let mut found = None;
        self.layers(grid, edges, limit, |steps, layer, _| {
            if hexset::get(grid, layer, gate) {
                found = Some(steps);
            }
            found.is_none()
        });
        found
    }

    /// Adds to `out` the hexes at most `limit` steps from the starts.
    fn add_supplied(
        &mut self,
        grid: &Grid,
        edges: Option<&EdgeMasks>,
        limit: Option<u16>,
        out: &mut [u64],
    ) {
        let add = |out: &mut [u64], set: &[u64], allowed: &[u64]| {
            for ((out, set), allowed) in out.iter_mut().zip(set).zip(allowed) {
                *out |= set & allowed;
            }
        };
        add(out, &self.starts, &self.allowed);
        if limit.is_none() {
            flood(grid, &self.starts, &self.passable, edges, &mut self.reached);
            hexset::or(out, &self.reached);
            step_all(grid, &self.reached, edges, &mut self.next);
            add(out, &self.next, &self.allowed);
            return;
        }
        let allowed = std::mem::take(&mut self.allowed);
        self.layers(grid, edges, limit, |_, layer, entered| {
            hexset::or(out, layer);
            add(out, entered, &allowed);
            true
        });
        self.allowed = allowed;
    }

    /// Calls `visit(steps, layer, entered)` for the layers of hexes at 0, 1, 2 ... steps from the
    /// starts, until `visit` returns false. `entered` has all hexes adjacent to the layer before,
    /// across open hexsides, passable or not.
    fn layers(
        &mut self,
        grid: &Grid,
        edges: Option<&EdgeMasks>,
        limit: Option<u16>,
        mut visit: impl FnMut(u16, &[u64], &[u64]) -> bool,
    ) {
        self.layer.copy_from_slice(&self.starts);
        hexset::and(&mut self.layer, &self.passable);
        self.reached.copy_from_slice(&self.layer);
        hexset::clear_all(&mut self.next);
        let mut steps = 0;
        while visit(steps, &self.layer, &self.next) && limit.is_none_or(|limit| steps < limit) {
            if hexset::is_empty(&self.layer) {
                return;
            }
            step_all(grid, &self.layer, edges, &mut self.next);
            self.layer.copy_from_slice(&self.next);
            hexset::and(&mut self.layer, &self.passable);
            hexset::andnot(&mut self.layer, &self.reached);
            hexset::or(&mut self.reached, &self.layer);
            steps = steps.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::HexId;

    fn supplied(grid: &Grid, sources: &[u16], stages: &[Stage<'_>]) -> Vec<u16> {
        let sources = HexSet::of(grid, sources.iter().copied());
        let mut out = HexSet::new(grid);
        supply(
            grid,
            &sources,
            stages,
            &mut SupplyScratch::default(),
            &mut out,
        );
        hexset::iter(grid, &out).collect()
    }

    #[test]
    fn lines_have_lengths_and_own_hexes() {
        let grid = Grid::new(10, 1, 0).unwrap();
        let open = HexSet::of(&grid, [0, 1, 2, 3, 4, 5, 6]);
        let stage = Stage::new(&open);
        assert_eq!(supplied(&grid, &[0], &[stage]), [0, 1, 2, 3, 4, 5, 6]);
        let limits = [Limit {
            length: Some(3),
            avoid: None,
        }];
        let limited = Stage {
            limits: &limits,
            ..stage
        };
        assert_eq!(supplied(&grid, &[0], &[limited]), [0, 1, 2, 3]);
        let own = Stage {
            own_hex: true,
            ..stage
        };
        assert_eq!(supplied(&grid, &[0], &[own]), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(supplied(&grid, &[9], &[own]), [9]);
        assert!(supplied(&grid, &[9], &[stage]).is_empty());
    }

    #[test]
    fn terrain_touched_shortens_a_line() {
        let grid = Grid::new(12, 1, 0).unwrap();
        let open = HexSet::full(&grid);
        let marsh = HexSet::of(&grid, [3]);
        let limits = [
            Limit {
                length: Some(7),
                avoid: Some(&marsh),
            },
            Limit {
                length: Some(5),
                avoid: None,
            },
        ];
        let stage = Stage {
            limits: &limits,
            ..Stage::new(&open)
        };
        assert_eq!(supplied(&grid, &[0], &[stage]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(
            supplied(&grid, &[4], &[stage]),
            [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        );
    }

    #[test]
    fn gates_and_areas_hold_a_line() {
        let grid = Grid::new(10, 1, 0).unwrap();
        let open = HexSet::full(&grid);
        let gated = Stage {
            gates: &[4],
            ..Stage::new(&open)
        };
        assert_eq!(supplied(&grid, &[0], &[gated]).len(), 10);
        let limits = [Limit {
            length: Some(6),
            avoid: None,
        }];
        let gated = Stage {
            limits: &limits,
            ..gated
        };
        assert_eq!(supplied(&grid, &[0], &[gated]), [2, 3, 4, 5, 6]);
        let area = HexSet::of(&grid, [0, 1, 2]);
        let kept = Stage {
            area: Some(&area),
            ..Stage::new(&open)
        };
        assert_eq!(supplied(&grid, &[0, 8], &[kept]), [0, 1, 2]);
        let barred = Stage {
            gates: &[4],
            ..kept
        };
        assert!(supplied(&grid, &[0], &[barred]).is_empty());
    }

    #[test]
    fn stages_follow_each_other() {
        let grid = Grid::new(12, 1, 0).unwrap();
        let open = HexSet::full(&grid);
        let mut rail = EdgeMasks::all_closed(&grid);
        (0..3).for_each(|h| rail.open_both(&grid, HexId(h), 1));
        let mut road = EdgeMasks::all_closed(&grid);
        (3..9).for_each(|h| road.open_both(&grid, HexId(h), 1));
        let (four, two) = (
            [Limit {
                length: Some(4),
                avoid: None,
            }],
            [Limit {
                length: Some(2),
                avoid: None,
            }],
        );
        let stages = [
            Stage {
                edges: Some(&rail),
                ..Stage::new(&open)
            },
            Stage {
                edges: Some(&road),
                limits: &four,
                ..Stage::new(&open)
            },
            Stage {
                limits: &two,
                ..Stage::new(&open)
            },
        ];
        assert_eq!(supplied(&grid, &[0], &stages[..1]), [0, 1, 2, 3]);
        assert_eq!(supplied(&grid, &[0], &stages).last(), Some(&9));
        assert_eq!(
            supplied(&grid, &[4], &stages),
            [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        );
    }
}
