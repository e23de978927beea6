//! A hex is in a zone of control if it holds a unit, or is adjacent to one that projects into it.
#![no_main]

use eastfront_core::kernel::grid::HexId;
use eastfront_core::kernel::hexset::{self, HexSet};
use eastfront_core::kernel::zoc::{project, Projection};
use eastfront_fuzz::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let grid = input.grid();
    let (exerting, into, always) = (input.hexes(&grid), input.hexes(&grid), input.hexes(&grid));
    let (across, how) = (input.edges(&grid), input.byte());
    let (own, adjacent) = (how & 1 == 1, how & 2 == 2);
    let projection = Projection {
        own,
        adjacent,
        across: Some(&across),
        into: Some(&into),
        always_into: Some(&always),
    };
    let mut zone = HexSet::new(&grid);
    project(&grid, &exerting, &projection, &mut zone);
    let get = |set: &HexSet, h: u16| hexset::get(&grid, set, h);
    for h in 0..grid.len() as u16 {
        let reached = |u: u16, d: u8| {
            grid.neighbor(u, d) == h
                && (get(&always, h) || get(&into, h) && across.is_open(&grid, HexId(u), d))
        };
        let near = hexset::iter(&grid, &exerting).any(|u| (0..6).any(|d| reached(u, d)));
        let wanted = own && get(&exerting, h) || adjacent && near;
        assert_eq!(get(&zone, h), wanted, "hex {h}");
    }
});
