//! Networks: connected components over given hexsides, and distances in them.

use super::flood::{flood, EdgeMasks};
use super::grid::Grid;
use super::hexset::{self, HexSet};

/// The component number of a hex outside all components.
pub const NO_COMPONENT: u16 = u16::MAX;

/// The distance of an unreachable hex.
pub const UNREACHED: u16 = u16::MAX;

/// Working memory for networks, one per thread; it adapts to the size of the grid.
#[derive(Clone, Debug, Default)]
pub struct NetworkScratch {
    seed: Vec<u64>,
    layer: Vec<u64>,
    next: Vec<u64>,
    left: Vec<u64>,
}

impl NetworkScratch {
    fn fit(&mut self, grid: &Grid) {
        for set in [
            &mut self.seed,
            &mut self.layer,
            &mut self.next,
            &mut self.left,
        ] {
            set.clear();
            set.resize(grid.words(), 0);
        }
    }
}

/// Numbers the components of `open` under steps over `edges` that are open in both directions.
/// `labels[h]` becomes the number of the component of `h`, counted from 0 by lowest hex, or
/// [`NO_COMPONENT`]. Returns the number of components.
///
/// ```
/// use eastfront_kernel::grid::Grid;
/// use eastfront_kernel::hexset::HexSet;
/// use eastfront_kernel::network::{components, NetworkScratch, NO_COMPONENT};
///
/// let grid = Grid::new(5, 1, 0)?;
/// let rails = HexSet::of(&grid, [0, 1, 3]);
/// let mut labels = [0; 5];
/// let nets = components(&grid, &rails, None, &mut NetworkScratch::default(), &mut labels);
/// assert_eq!(nets, 2);
/// assert_eq!(labels, [0, 0, NO_COMPONENT, 1, NO_COMPONENT]);
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn components(
    grid: &Grid,
    open: &[u64],
    edges: Option<&EdgeMasks>,
    scratch: &mut NetworkScratch,
    labels: &mut [u16],
) -> u16 {
    scratch.fit(grid);
    labels.fill(NO_COMPONENT);
    hexset::or(&mut scratch.left, open);
    let mut number = 0;
    loop {
        let Some(start) = hexset::iter_wide(grid, &scratch.left).next() else {
            return number;
        };
        hexset::clear_all(&mut scratch.seed);
        hexset::set_wide(grid, &mut scratch.seed, start);
        flood(
            grid,
            &scratch.seed,
            &scratch.left,
            edges,
            &mut scratch.layer,
        );
        for h in hexset::iter_wide(grid, &scratch.layer) {
            if let Some(label) = labels.get_mut(h as usize) {
                *label = number;
            }
        }
        hexset::andnot(&mut scratch.left, &scratch.layer);
        number = number.saturating_add(1);
    }
}

/// Writes into `steps[h]` the least number of steps from `from` to each hex, through `open` and
/// over `edges`, up to `limit`; [`UNREACHED`] elsewhere. Hexes of `from` count only if they are in
/// `open`.
pub fn distances(
    grid: &Grid,
    from: &[u64],
    open: &[u64],
    edges: Option<&EdgeMasks>,
    limit: Option<u16>,
    scratch: &mut NetworkScratch,
    steps: &mut [u16],
) {
    scratch.fit(grid);
    steps.fill(UNREACHED);
    hexset::or(&mut scratch.left, open);
    hexset::or(&mut scratch.layer, from);
    hexset::and(&mut scratch.layer, open);
    let mut length = 0;
    while !hexset::is_empty(&scratch.layer) {
        hexset::andnot(&mut scratch.left, &scratch.layer);
        for h in hexset::iter_wide(grid, &scratch.layer) {
            if let Some(place) = steps.get_mut(h as usize) {
                *place = length;
            }
        }
        if limit.is_some_and(|limit| length >= limit) {
            return;
        }
        step_all(grid, &scratch.layer, edges, &mut scratch.next);
        hexset::and(&mut scratch.next, &scratch.left);
        std::mem::swap(&mut scratch.layer, &mut scratch.next);
        length = length.saturating_add(1);
    }
}

/// Whether all hexes of `terminals` lie in one component of `open` over `edges`; true if there are
/// no terminals.
pub fn connected(
    grid: &Grid,
    terminals: &[u64],
    open: &[u64],
    edges: Option<&EdgeMasks>,
    scratch: &mut NetworkScratch,
) -> bool {
    scratch.fit(grid);
    let Some(start) = hexset::iter_wide(grid, terminals).next() else {
        return true;
    };
    hexset::set_wide(grid, &mut scratch.seed, start);
    flood(grid, &scratch.seed, open, edges, &mut scratch.layer);
    terminals
        .iter()
        .zip(&scratch.layer)
        .all(|(wanted, reached)| wanted & !reached == 0)
}

/// Sets `out` to the hexes one step from `src`, over `edges` if they are given.
pub(super) fn step_all(grid: &Grid, src: &[u64], edges: Option<&EdgeMasks>, out: &mut [u64]) {
    match edges {
        Some(edges) => hexset::neighbors_through(grid, src, edges, out),
        None => hexset::neighbors(grid, src, out),
    }
}

/// The hexes of a network: both ends of every hexside that is open in at least one direction.
pub fn hexes_of(grid: &Grid, edges: &EdgeMasks) -> HexSet {
    let mut touched = HexSet::new(grid);
    hexset::neighbors_through(grid, &HexSet::full(grid), edges, &mut touched);
    for mask in &edges.open {
        hexset::or(&mut touched, mask);
    }
    touched
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::HexId;

    #[test]
    fn a_cut_line_falls_into_two_components() {
        let grid = Grid::new(8, 1, 0).unwrap();
        let mut edges = EdgeMasks::all_open(&grid);
        edges.close(&grid, HexId(3), 1);
        let open = HexSet::of(&grid, [0, 1, 2, 3, 4, 5, 7]);
        let mut scratch = NetworkScratch::default();
        let mut labels = vec![0; 8];
        assert_eq!(
            components(&grid, &open, Some(&edges), &mut scratch, &mut labels),
            3
        );
        assert_eq!(labels, [0, 0, 0, 0, 1, 1, NO_COMPONENT, 2]);
        let ends = HexSet::of(&grid, [0, 3]);
        assert!(connected(&grid, &ends, &open, Some(&edges), &mut scratch));
        let ends = HexSet::of(&grid, [0, 4]);
        assert!(!connected(&grid, &ends, &open, Some(&edges), &mut scratch));
        assert!(connected(&grid, &ends, &open, None, &mut scratch));
    }

    #[test]
    fn lengths_are_counted_in_steps() {
        let grid = Grid::new(6, 1, 0).unwrap();
        let open = HexSet::of(&grid, [0, 1, 2, 3, 5]);
        let from = HexSet::of(&grid, [1, 4]);
        let (mut scratch, mut steps) = (NetworkScratch::default(), vec![0; 6]);
        distances(&grid, &from, &open, None, None, &mut scratch, &mut steps);
        assert_eq!(steps, [1, 0, 1, 2, UNREACHED, UNREACHED]);
        distances(&grid, &from, &open, None, Some(1), &mut scratch, &mut steps);
        assert_eq!(steps, [1, 0, 1, UNREACHED, UNREACHED, UNREACHED]);
    }

    #[test]
    fn a_network_touches_both_ends_of_its_hexsides() {
        let grid = Grid::new(5, 5, 1).unwrap();
        let mut edges = EdgeMasks::all_closed(&grid);
        edges.open_both(&grid, HexId(12), 1);
        edges.put(&grid, 0, 1, true);
        assert_eq!(hexes_of(&grid, &edges), HexSet::of(&grid, [0, 1, 12, 13]));
    }
}
