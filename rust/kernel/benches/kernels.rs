//! Benchmarks of the kernels for movement and supply, on a map of 100 by 100 hexes with costs of 1
//! to 3.

#![allow(missing_docs)]

use criterion::{criterion_group, criterion_main, Criterion};
use eastfront_kernel::flood::{flood, EdgeMasks};
use eastfront_kernel::grid::Grid;
use eastfront_kernel::hexset::{self, HexSet};
use eastfront_kernel::layers::CostLayers;
use eastfront_kernel::reach::{reach, CostTable, ReachQuery, ReachScratch};
use std::hint::black_box;

const SIDE: u16 = 100;
/// The movement points of a mover.
const BUDGET: u16 = 12;

/// A pseudo-random number for a hex, the same in every run.
fn scattered(h: u32) -> u32 {
    h.wrapping_mul(0x9E37_79B1) >> 16
}

fn kernels(c: &mut Criterion) {
    let Ok(grid) = Grid::new(SIDE, SIDE, 1) else {
        return;
    };
    let costs = CostTable::from_fn(&grid, |h, _| match scattered(h) % 100 {
        0..20 => 2,
        20..28 => 3,
        28..33 => u8::MAX,
        _ => 1,
    });
    let layers = CostLayers::new(&grid, &costs);
    let some = |part: u32| {
        let hexes = (0..grid.len() as u32).filter(move |h| scattered(h + 7) % 100 < part);
        HexSet::of(&grid, hexes.map(|h| h as u16))
    };
    let (few, many) = (some(4), some(96));
    let edges = EdgeMasks::all_open(&grid);
    let mut out = HexSet::new(&grid);
    let mut scratch = ReachScratch::new();
    let middle = (grid.len() / 2) as u16 + SIDE / 2;
    let plain = ReachQuery {
        blocked: Some(&few),
        ..ReachQuery::new(middle, BUDGET, &costs)
    };
    let by_layers = ReachQuery {
        layers: layers.as_ref(),
        ..plain
    };
    for (name, query) in [("field by search", plain), ("field by layers", by_layers)] {
        c.bench_function(name, |b| {
            b.iter(|| reach(&grid, black_box(&query), &mut scratch, &mut out))
        });
    }
    c.bench_function("flood", |b| {
        b.iter(|| flood(&grid, black_box(&few), &many, Some(&edges), &mut out))
    });
    c.bench_function("neighbours", |b| {
        b.iter(|| hexset::neighbors(&grid, black_box(&few), &mut out))
    });
}

criterion_group!(benches, kernels);
criterion_main!(benches);
