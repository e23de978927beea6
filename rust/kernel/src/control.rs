//! Control of hexes: two disjoint sets, one for each side.

use super::grid::{Grid, HexId};
use super::hexset;

/// Gives hex `h` to the side whose hexes are `gaining`, from the other side, whose hexes are
/// `losing`; true if the hex changed sides.
///
/// ```
/// use eastfront_kernel::control::take;
/// use eastfront_kernel::grid::{Grid, HexId};
/// use eastfront_kernel::hexset::HexSet;
///
/// let grid = Grid::new(4, 1, 0)?;
/// let (mut red, mut blue) = (HexSet::of(&grid, [0]), HexSet::of(&grid, [1, 2]));
/// assert!(take(&grid, &mut red, &mut blue, HexId(1)));
/// assert_eq!(red, HexSet::of(&grid, [0, 1]));
/// assert_eq!(blue, HexSet::of(&grid, [2]));
/// # Ok::<(), eastfront_kernel::grid::GridError>(())
/// ```
pub fn take(grid: &Grid, gaining: &mut [u64], losing: &mut [u64], h: HexId) -> bool {
    let changed = !hexset::get(grid, gaining, h.0);
    hexset::set(grid, gaining, h.0);
    hexset::clear(grid, losing, h);
    changed && hexset::get(grid, gaining, h.0)
}

/// Gives all `hexes` to the side whose hexes are `gaining`, from the other side, whose hexes are
/// `losing`; returns the number of hexes that changed sides.
pub fn take_all(gaining: &mut [u64], losing: &mut [u64], hexes: &[u64]) -> usize {
    let mut changed = 0;
    for ((gain, loss), &taken) in gaining.iter_mut().zip(losing).zip(hexes) {
        changed += (taken & !*gain).count_ones() as usize;
        *gain |= taken;
        *loss &= !taken;
    }
    changed
}

/// To the hexes `gaining` of one side adds the hexes of `claimable` that are in this side's zone of
/// control and not in the other side's, and removes them from `losing`; returns the number of hexes
/// that changed sides.
pub fn take_uncontested(
    gaining: &mut [u64],
    losing: &mut [u64],
    own_zone: &[u64],
    other_zone: &[u64],
    claimable: &[u64],
) -> usize {
    let mut changed = 0;
    let zones = own_zone.iter().zip(other_zone).zip(claimable);
    for ((gain, loss), ((own, other), can)) in gaining.iter_mut().zip(losing).zip(zones) {
        let taken = own & !other & can;
        changed += (taken & !*gain).count_ones() as usize;
        *gain |= taken;
        *loss &= !taken;
    }
    changed
}

/// The number of `hexes` that are in the control set of a side.
pub fn count_in(control: &[u64], hexes: &[u64]) -> usize {
    control
        .iter()
        .zip(hexes)
        .map(|(a, b)| (a & b).count_ones() as usize)
        .sum()
}

/// The sum of the values of those hexes that are in the control set of a side; `values` holds pairs
/// of hex and value.
pub fn value_in(grid: &Grid, control: &[u64], values: &[(u16, i32)]) -> i64 {
    let held = values
        .iter()
        .filter(|(h, _)| hexset::get(grid, control, *h));
    held.map(|&(_, value)| i64::from(value)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hexset::HexSet;

    #[test]
    fn control_passes_and_is_counted() {
        let grid = Grid::new(70, 2, 0).unwrap();
        let mut red = HexSet::of(&grid, [0, 1, 68]);
        let mut blue = HexSet::of(&grid, [2, 69, 139]);
        assert!(take(&grid, &mut red, &mut blue, HexId(2)));
        assert!(!take(&grid, &mut red, &mut blue, HexId(2)));
        assert!(!take(&grid, &mut red, &mut blue, HexId(u16::MAX)));
        let prize = HexSet::of(&grid, [1, 69, 139]);
        assert_eq!((count_in(&red, &prize), count_in(&blue, &prize)), (1, 2));
        assert_eq!(value_in(&grid, &red, &[(1, 5), (2, -2), (69, 9)]), 3);
        assert_eq!(take_all(&mut red, &mut blue, &prize), 2);
        assert!(hexset::is_empty(&blue));
    }

    #[test]
    fn only_uncontested_hexes_pass_by_zone() {
        let grid = Grid::new(6, 1, 0).unwrap();
        let mut red = HexSet::of(&grid, [0]);
        let mut blue = HexSet::of(&grid, [1, 2, 3]);
        let (own, other) = (HexSet::of(&grid, [0, 1, 2, 3]), HexSet::of(&grid, [2]));
        let can = HexSet::of(&grid, [0, 1, 2]);
        assert_eq!(take_uncontested(&mut red, &mut blue, &own, &other, &can), 1);
        assert_eq!(red, HexSet::of(&grid, [0, 1]));
        assert_eq!(blue, HexSet::of(&grid, [2, 3]));
    }
}
