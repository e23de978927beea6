//! A flood contains exactly the hexes that a walk reaches, hex by hex.
#![no_main]

use eastfront_core::kernel::flood::flood;
use eastfront_core::kernel::grid::{HexId, NO_HEX};
use eastfront_core::kernel::hexset::{self, HexSet};
use eastfront_fuzz::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let grid = input.grid();
    let (from, open) = (input.hexes(&grid), input.hexes(&grid));
    let edges = (input.byte() % 2 == 1).then(|| input.edges(&grid));
    let mut out = HexSet::new(&grid);
    flood(&grid, &from, &open, edges.as_ref(), &mut out);
    let mut walked = HexSet::new(&grid);
    let mut front: Vec<u16> = hexset::iter(&grid, &from).collect();
    front.retain(|&h| hexset::get(&grid, &open, h));
    while let Some(h) = front.pop() {
        hexset::set(&grid, &mut walked, h);
        for (d, n) in (0..6).map(|d| (d, grid.neighbor(h, d))) {
            let way = n != NO_HEX && edges.as_ref().is_none_or(|e| e.is_open(&grid, HexId(h), d));
            if way && hexset::get(&grid, &open, n) && !hexset::get(&grid, &walked, n) {
                front.push(n);
            }
        }
    }
    assert_eq!(out, walked);
});
