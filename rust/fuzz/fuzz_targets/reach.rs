//! The costs of a movement field are those of the cheapest paths, found by relaxation to a fixed
//! point.
#![no_main]

use eastfront_core::kernel::grid::{HexId, NO_HEX};
use eastfront_core::kernel::hexset::{self, HexSet};
use eastfront_core::kernel::layers::CostLayers;
use eastfront_core::kernel::reach::{reach, CostTable, ReachQuery, ReachScratch};
use eastfront_fuzz::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let grid = input.grid();
    let costs = CostTable::from_fn(&grid, |_, _| [1, 2, 3, 255][usize::from(input.byte() % 4)]);
    let (blocked, stop) = (input.hexes(&grid), input.hexes(&grid));
    let (from, budget) = (input.below(grid.len()) as u16, input.byte() as u16 % 12);
    let layers = CostLayers::new(&grid, &costs).filter(|_| input.byte() % 2 == 1);
    let query = ReachQuery {
        blocked: Some(&blocked),
        stop: Some(&stop),
        layers: layers.as_ref(),
        ..ReachQuery::new(from, budget, &costs)
    };
    let (mut scratch, mut out) = (ReachScratch::new(), HexSet::new(&grid));
    reach(&grid, &query, &mut scratch, &mut out);
    let mut best = vec![u16::MAX; grid.len()];
    best[usize::from(from)] = 0;
    for _ in 0..grid.len() {
        for h in 0..grid.len() as u16 {
            if best[usize::from(h)] == u16::MAX {
                continue;
            }
            let stopped = h != from && hexset::get(&grid, &stop, h);
            for (d, n) in (0..6).map(|d| (d, grid.neighbor(h, d))).filter(|_| !stopped) {
                let step = costs.step[usize::from(h) * 6 + usize::from(d)];
                if n != NO_HEX && step != 255 && !hexset::get(&grid, &blocked, n) {
                    let cost = best[usize::from(h)] + u16::from(step);
                    if cost <= budget && cost < best[usize::from(n)] {
                        best[usize::from(n)] = cost;
                    }
                }
            }
        }
    }
    for h in 0..grid.len() as u16 {
        let wanted = Some(best[usize::from(h)]).filter(|&cost| cost < u16::MAX);
        assert_eq!(scratch.cost(HexId(h)), wanted, "hex {h} from {from}");
    }
});
