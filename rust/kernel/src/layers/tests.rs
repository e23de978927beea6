//! Compares layers with the bucket search.

use crate::grid::{Grid, HexId};
use crate::hexset::HexSet;
use crate::layers::CostLayers;
use crate::reach::{reach, reach_list, CostTable, ReachQuery, ReachScratch, ZoneTolls, FORBIDDEN};

fn random(seed: &mut u64) -> u64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

#[test]
fn layers_and_buckets_agree() {
    let mut seed = 11;
    let (mut quick, mut slow) = (ReachScratch::new(), ReachScratch::new());
    let sizes = [(1, 1), (30, 20), (64, 9), (65, 9), (100, 40), (150, 30)];
    for (round, (width, height)) in (0..60usize).flat_map(|round| sizes.map(|size| (round, size))) {
        let grid = Grid::new(width, height, (round % 2) as u8).unwrap();
        let unit = [1, 4, 3][round % 3];
        // a single cost, or four
        let alike = [10, 3][round % 7 % 2];
        let costs = CostTable::from_fn(&grid, |_, _| match random(&mut seed) % 10 {
            0 => 255,
            cost => (cost / alike + 1) as u8 * unit,
        });
        let layers = CostLayers::new(&grid, &costs).unwrap();
        let mut scatter = |percent: u64| {
            let hexes = 0..grid.len() as u16;
            HexSet::of(&grid, hexes.filter(|_| random(&mut seed) % 100 < percent))
        };
        let (blocked, stop, area) = (scatter(10), scatter(10), scatter(90));
        // that ends moves, and may forbid steps from zone to zone
        let zone = scatter(40);
        let tolls = ZoneTolls {
            zone: &zone,
            enter: 0,
            leave: 0,
            between: if round % 4 < 2 { FORBIDDEN } else { 0 },
            stop: true,
        };
        // or has tolls, or forbids some steps
        let mut toll = || match random(&mut seed) % 6 {
            5 => FORBIDDEN,
            layers => layers as u8 * unit,
        };
        let asks = ZoneTolls {
            zone: &zone,
            enter: toll(),
            leave: toll(),
            between: toll(),
            stop: round % 3 == 0,
        };
        let tolls = if round % 2 == 0 { tolls } else { asks };
        let plain = ReachQuery {
            blocked: Some(&blocked),
            stop: Some(&stop),
            area: Some(&area),
            minimum_one: round % 3 == 0,
            zones: (round % 5 < 4).then_some(tolls),
            ..ReachQuery::new(
                (random(&mut seed) % grid.len() as u64) as u16,
                (random(&mut seed) % 31) as u16 * u16::from(unit) + (round % 2) as u16,
                &costs,
            )
        };
        let by_layers = ReachQuery {
            layers: Some(&layers),
            ..plain
        };
        let (mut a, mut b) = (HexSet::new(&grid), HexSet::new(&grid));
        reach(&grid, &plain, &mut slow, &mut a);
        reach(&grid, &by_layers, &mut quick, &mut b);
        assert_eq!(a, b);
        let mut listed = reach_list(&grid, &by_layers, &mut quick).to_vec();
        let mut wanted = reach_list(&grid, &plain, &mut slow).to_vec();
        listed.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(listed, wanted);
        let (mut path, mut other) = (Vec::new(), Vec::new());
        for h in 0..grid.len() as u16 {
            assert_eq!(quick.cost(HexId(h)), slow.cost(HexId(h)));
            assert_eq!(
                quick.path_into(&grid, HexId(h), &mut path),
                slow.path_into(&grid, HexId(h), &mut other)
            );
            assert_eq!(path, other);
        }
    }
}

#[test]
fn tables_with_free_steps_or_many_costs_have_no_layers() {
    let grid = Grid::new(5, 5, 0).unwrap();
    assert!(CostLayers::new(&grid, &CostTable::uniform(&grid, 0)).is_none());
    let many = CostTable::from_fn(&grid, |h, _| h as u8 + 1);
    assert!(CostLayers::new(&grid, &many).is_none());
    assert!(CostLayers::new(&grid, &CostTable::default()).is_none());
}

#[test]
fn no_way_leads_from_zone_to_zone_where_that_is_barred_even_as_dear() {
    let grid = Grid::new(9, 9, 0).unwrap();
    let start = 40;
    for dir in 0..6u8 {
        let at = grid.neighbor(start, dir);
        // the hex adjacent to both, on either side of the step
        for turn in [1, 5] {
            let aside = (dir + turn) % 6;
            let by = grid.neighbor(start, aside);
            let costs = CostTable::from_fn(&grid, |h, d| match (h as u16, d) {
                (h, d) if h == start && d == dir => 2,
                (h, d) if h == start && d == aside => 1,
                (h, d) if h == by && grid.neighbor(by, d) == at => 1,
                _ => FORBIDDEN,
            });
            let layers = CostLayers::new(&grid, &costs).unwrap();
            let zone = HexSet::of(&grid, [start, at]);
            let tolls = ZoneTolls {
                zone: &zone,
                enter: 0,
                leave: 0,
                between: FORBIDDEN,
                stop: true,
            };
            let query = ReachQuery {
                zones: Some(tolls),
                layers: Some(&layers),
                ..ReachQuery::new(start, 4, &costs)
            };
            let (mut scratch, mut out) = (ReachScratch::new(), HexSet::new(&grid));
            reach(&grid, &query, &mut scratch, &mut out);
            let mut path = Vec::new();
            assert!(scratch.path_into(&grid, HexId(at), &mut path));
            assert_eq!(path, [by, at]);
            assert_eq!(scratch.cost(HexId(at)), Some(2));
        }
    }
}
