//! A supply line of one stage with a maximum length reaches the hexes within that many steps
//! through open hexes.
#![no_main]

use eastfront_core::kernel::grid::{HexId, NO_HEX};
use eastfront_core::kernel::hexset::{self, HexSet};
use eastfront_core::kernel::supply::{supply, Limit, Stage, SupplyScratch};
use eastfront_fuzz::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let grid = input.grid();
    let (sources, open, avoid) = (input.hexes(&grid), input.hexes(&grid), input.hexes(&grid));
    let (edges, most) = (input.edges(&grid), input.byte() as u16 % 9);
    let limits = [Limit { length: Some(most), avoid: Some(&avoid) }];
    let own_hex = input.byte() % 2 == 1;
    let stage = Stage { edges: Some(&edges), limits: &limits, own_hex, ..Stage::new(&open) };
    let mut out = HexSet::new(&grid);
    supply(&grid, &sources, &[stage], &mut SupplyScratch::default(), &mut out);
    let passable = |h: u16| hexset::get(&grid, &open, h) && !hexset::get(&grid, &avoid, h);
    let mut wanted = HexSet::new(&grid);
    let mut front: Vec<u16> = hexset::iter(&grid, &sources).filter(|&h| passable(h)).collect();
    let ends = |h: u16| own_hex || hexset::get(&grid, &open, h);
    // a unit in a source has a line of zero steps
    let own = hexset::iter(&grid, &sources).filter(|&h| ends(h));
    own.for_each(|h| hexset::set(&grid, &mut wanted, h));
    let mut seen: Vec<u16> = front.clone();
    for _ in 0..most {
        let mut next = Vec::new();
        for (&h, d) in front.iter().flat_map(|h| (0..6).map(move |d| (h, d))) {
            let n = grid.neighbor(h, d);
            if n == NO_HEX || !edges.is_open(&grid, HexId(h), d) {
                continue;
            }
            if ends(n) {
                hexset::set(&grid, &mut wanted, n);
            }
            if passable(n) && !seen.contains(&n) {
                seen.push(n);
                next.push(n);
            }
        }
        front = next;
    }
    assert_eq!(out, wanted);
});
