//! Compares kernels with slow reference implementations, on scattered hexes and on grids of every
//! shape.

use std::collections::BTreeMap;

use super::flood::{flood, EdgeMasks};
use super::grid::{Grid, HexId, NO_HEX_WIDE};
use super::hexset::{self, HexSet};
use super::layers::CostLayers;
use super::odds::Ratio;
use super::reach::{
    reach, reach_list, CostTable, ReachQuery, ReachScratch, RoadRates, ZoneTolls, FORBIDDEN,
};
use super::step::{step, StepRefusal, StepState, NEVER};
use super::zoc::{effective, Effect};
use crate::rng::Rng;

/// Grids on both sides of every word boundary, and taller than a word.
const SIZES: [(u16, u16); 9] = [
    (1, 1),
    (2, 2),
    (7, 5),
    (63, 4),
    (64, 70),
    (65, 130),
    (128, 3),
    (129, 66),
    (20, 30),
];

fn grids() -> impl Iterator<Item = Grid> {
    SIZES
        .into_iter()
        .flat_map(|(width, height)| [0, 1].map(|parity| Grid::new(width, height, parity).unwrap()))
}

fn scatter(grid: &Grid, rng: &mut Rng, percent: u32) -> HexSet {
    let hexes = 0..grid.len() as u16;
    HexSet::of(grid, hexes.filter(|_| rng.below(100) < percent))
}

/// The neighbours of a hex by row and column: rows of the given parity are shifted by half a hex to
/// the right.
fn around(grid: &Grid, parity: u8, h: u32) -> [Option<u32>; 6] {
    let (width, height) = (i32::from(grid.width()), i32::from(grid.height()));
    let (row, col) = (h as i32 / width, h as i32 % width);
    let right = i32::from(row % 2 == i32::from(parity));
    let steps = [
        (-1, right),
        (0, 1),
        (1, right),
        (1, right - 1),
        (0, -1),
        (-1, right - 1),
    ];
    steps.map(|(down, along)| {
        let (row, col) = (row + down, col + along);
        let on = (0..height).contains(&row) && (0..width).contains(&col);
        on.then_some((row * width + col) as u32)
    })
}

#[test]
fn neighbours_are_those_that_a_drawing_shows() {
    for (number, grid) in grids().enumerate() {
        let parity = (number % 2) as u8;
        assert_eq!(grid.shifted_parity(), parity);
        for h in 0..grid.len() as u32 {
            let wanted = around(&grid, parity, h).map(|n| n.unwrap_or(NO_HEX_WIDE));
            assert_eq!(grid.ring(h), wanted);
            for dir in 0..6u8 {
                assert_eq!(grid.neighbor_wide(h, dir), wanted[usize::from(dir)]);
            }
        }
    }
}

#[test]
fn sets_spread_to_their_neighbours() {
    let mut rng = Rng::stream(3, 1);
    for grid in grids().chain(grids()) {
        for percent in [3, 30, 80] {
            let set = scatter(&grid, &mut rng, percent);
            let open = EdgeMasks::from_fn(&grid, |_, _| rng.below(100) < 70);
            let (mut all, mut through) = (HexSet::full(&grid), HexSet::full(&grid));
            hexset::neighbors(&grid, &set, &mut all);
            hexset::neighbors_through(&grid, &set, &open, &mut through);
            let (mut wanted, mut crossed) = (HexSet::new(&grid), HexSet::new(&grid));
            for h in hexset::iter(&grid, &set) {
                for dir in 0..6 {
                    let n = grid.neighbor_wide(u32::from(h), dir);
                    if n != NO_HEX_WIDE {
                        hexset::set_wide(&grid, &mut wanted, n);
                        if open.is_open(&grid, HexId(h), dir) {
                            hexset::set_wide(&grid, &mut crossed, n);
                        }
                    }
                }
            }
            assert_eq!(all, wanted);
            assert_eq!(through, crossed);
        }
    }
}

#[test]
fn sets_meet_where_they_have_a_hex_in_common() {
    let grid = Grid::new(130, 5, 0).unwrap();
    for (a, b) in [(3, 3), (3, 4), (200, 200), (200, 70)] {
        let (one, other) = (HexSet::of(&grid, [a]), HexSet::of(&grid, [b, 600]));
        assert_eq!(hexset::intersects(&one, &other), a == b);
    }
}

#[test]
fn within_is_all_that_is_no_farther() {
    let mut rng = Rng::stream(3, 2);
    for grid in grids() {
        for range in [0, 1, 2, 5, 40, 80] {
            let centre = rng.below(grid.len() as u32) as u16;
            let mut out = HexSet::full(&grid);
            hexset::within(&grid, HexId(centre), range, &mut out);
            let hexes = 0..grid.len() as u16;
            let near = hexes.filter(|&h| grid.distance(HexId(centre), HexId(h)) <= range);
            assert_eq!(out, HexSet::of(&grid, near), "{range} around {centre}");
        }
    }
}

#[test]
fn distance_is_the_number_of_steps() {
    let mut rng = Rng::stream(3, 3);
    for grid in grids().filter(|grid| grid.len() < 5000) {
        let from = rng.below(grid.len() as u32) as u16;
        let mut seen = HexSet::of(&grid, [from]);
        let (mut ring, mut steps) = (vec![from], 0);
        while !ring.is_empty() {
            let mut next = Vec::new();
            for &h in &ring {
                assert_eq!(grid.distance(HexId(from), HexId(h)), steps);
                for dir in 0..6 {
                    let n = grid.neighbor(h, dir);
                    if usize::from(n) < grid.len() && !hexset::get(&grid, &seen, n) {
                        hexset::set(&grid, &mut seen, n);
                        next.push(n);
                    }
                }
            }
            (ring, steps) = (next, steps + 1);
        }
    }
}

#[test]
fn masks_lead_both_ways_unless_one_step_is_barred() {
    for parity in [0, 1] {
        let grid = Grid::new(4, 3, parity).unwrap();
        let whole = EdgeMasks::all_open(&grid);
        assert!(whole.both_ways(&grid) && EdgeMasks::all_closed(&grid).both_ways(&grid));
        for h in 0..grid.len() as u32 {
            for dir in 0..6 {
                let edge = grid.neighbor_wide(h, dir) == NO_HEX_WIDE;
                let mut masks = whole.clone();
                masks.put(&grid, h, dir, false);
                assert_eq!(masks.both_ways(&grid), edge);
                masks.close(&grid, HexId(h as u16), dir);
                assert!(masks.both_ways(&grid));
                let mut masks = EdgeMasks::all_closed(&grid);
                masks.put(&grid, h, dir, true);
                assert_eq!(masks.both_ways(&grid), edge);
            }
        }
    }
}

#[test]
fn floods_wind_through_tall_and_wide_maps() {
    let mut rng = Rng::stream(3, 4);
    for (width, height) in [(3, 200), (64, 150), (70, 150), (130, 200)] {
        for round in 0..6 {
            let grid = Grid::new(width, height, round % 2).unwrap();
            // just above the density at which the open hexes are connected
            let open = scatter(&grid, &mut rng, 54 + u32::from(round) * 2);
            let from = scatter(&grid, &mut rng, 1);
            let edges = EdgeMasks::from_fn(&grid, |_, _| rng.below(100) < 90);
            for edges in [None, Some(&edges)] {
                let mut out = HexSet::full(&grid);
                flood(&grid, &from, &open, edges, &mut out);
                let mut wanted = HexSet::new(&grid);
                let mut waiting: Vec<u16> = hexset::iter(&grid, &from)
                    .filter(|&h| hexset::get(&grid, &open, h))
                    .collect();
                while let Some(h) = waiting.pop() {
                    hexset::set(&grid, &mut wanted, h);
                    for dir in 0..6 {
                        let n = grid.neighbor(h, dir);
                        if edges.is_none_or(|e| e.is_open(&grid, HexId(h), dir))
                            && hexset::get(&grid, &open, n)
                            && !hexset::get(&grid, &wanted, n)
                        {
                            waiting.push(n);
                        }
                    }
                }
                assert_eq!(out, wanted);
            }
        }
    }
}

#[test]
fn even_odds_stand_between_two_to_one_and_one_to_two() {
    let place = |attack, defence| Ratio::of(attack, defence).unwrap().ordinal();
    let asked = [(3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (7, 2), (2, 7)];
    let told = asked.map(|(attack, defence)| place(attack, defence));
    assert_eq!(told, [2, 1, 0, -1, -2, 2, -3]);
}

#[test]
fn a_zone_works_in_the_hexes_that_its_effect_names() {
    let (zone, held) = ([0b1100], [0b1010]);
    let ask = |vacant, occupied| {
        let mut out = [u64::MAX];
        effective(&zone, &held, Effect { vacant, occupied }, &mut out);
        out[0]
    };
    let told = [(false, false), (true, false), (false, true), (true, true)].map(|(v, o)| ask(v, o));
    assert_eq!(told, [0, 0b0100, 0b1000, 0b1100]);
}

/// A movement query with all its possible inputs.
struct Asked {
    grid: Grid,
    costs: CostTable,
    along: CostTable,
    full: CostTable,
    blocked: HexSet,
    area: HexSet,
    stop: HexSet,
    dear: HexSet,
    zone: HexSet,
    assault: HexSet,
}

impl Asked {
    fn new(rng: &mut Rng) -> Asked {
        let (width, height) = [(9, 9), (12, 5), (66, 4), (5, 70)][rng.below(4) as usize];
        let grid = Grid::new(width, height, rng.below(2) as u8).unwrap();
        let shut = rng.below(30);
        let free = rng.below(2) * 8;
        let mut table = |forbidden: u32, most: u32| {
            CostTable::from_fn(&grid, |_, _| match rng.below(100) {
                n if n < forbidden => FORBIDDEN,
                n if n < forbidden + free => 0,
                n => (1 + n % most) as u8,
            })
        };
        let (costs, along, full) = (table(shut, 4), table(60, 2), table(20, 4));
        let mut set = |percent| scatter(&grid, rng, percent);
        let (blocked, area, stop) = (set(12), set(93), set(10));
        let (dear, zone, assault) = (set(20), set(30), set(50));
        Asked {
            grid,
            costs,
            along,
            full,
            blocked,
            area,
            stop,
            dear,
            zone,
            assault,
        }
    }

    fn query(&self, rng: &mut Rng) -> ReachQuery<'_, u32> {
        let mut chance = |one_in| rng.below(one_in) == 0;
        let toll = |n: u32| [0, 0, 1, 2, FORBIDDEN][n as usize % 5];
        let road = chance(2).then_some(RoadRates {
            along: &self.along,
            full: &self.full,
        });
        let (blocked, area, stop) = (chance(2), chance(3), chance(3));
        let (dear, zones, assault) = (chance(3), chance(2), chance(3));
        let (minimum_one, ends, plain) = (chance(3), chance(2), chance(3));
        let tolls = ZoneTolls {
            zone: &self.zone,
            enter: if plain { 0 } else { toll(rng.below(5)) },
            leave: if plain { 0 } else { toll(rng.below(5)) },
            between: toll(rng.below(5)),
            stop: ends,
        };
        ReachQuery {
            blocked: blocked.then_some(&self.blocked[..]),
            area: area.then_some(&self.area[..]),
            stop: stop.then_some(&self.stop[..]),
            surcharge: dear.then_some((&self.dear[..], 1 + rng.below(2) as u8)),
            zones: zones.then_some(tolls),
            assault: (blocked && assault).then_some((&self.assault[..], rng.below(3) as u8)),
            minimum_one,
            due: if road.is_some() {
                rng.below(4) as u16
            } else {
                0
            },
            road,
            ..ReachQuery::new(
                rng.below(self.grid.len() as u32),
                rng.below(14) as u16,
                &self.costs,
            )
        }
    }
}

/// The toll of the step from `h` into `n`, and whether the move ends there; None if `n` may not be
/// entered.
fn asked_for(q: &ReachQuery<'_, u32>, grid: &Grid, h: u32, n: u32) -> Option<(u32, bool)> {
    let has = |set: &[u64], h| hexset::get_wide(grid, set, h);
    let (mut toll, mut ends) = (0, q.stop.is_some_and(|set| has(set, n)));
    if q.blocked.is_some_and(|set| has(set, n)) {
        let (_, extra) = q.assault.filter(|(set, _)| has(set, n))?;
        (toll, ends) = (u32::from(extra), true);
    }
    if q.area.is_some_and(|set| !has(set, n)) {
        return None;
    }
    if let Some((set, extra)) = q.surcharge {
        toll += u32::from(extra) * u32::from(has(set, n));
    }
    if let Some(z) = q.zones {
        let paid = match (has(z.zone, h), has(z.zone, n)) {
            (true, true) => z.between,
            (true, false) => z.leave,
            (false, true) => z.enter,
            (false, false) => 0,
        };
        toll += (paid != FORBIDDEN).then_some(u32::from(paid))?;
        ends |= z.stop && has(z.zone, n);
    }
    Some((toll, ends))
}

fn priced(table: &CostTable, h: u32, dir: u32) -> Option<u32> {
    let cost = table.step[h as usize * 6 + dir as usize];
    (cost != FORBIDDEN).then_some(u32::from(cost))
}

/// The reached hexes with their costs, computed by relaxation to a fixed point. A mover that came
/// by the road and has not paid in full may only go on along the road.
fn slow(q: &ReachQuery<'_, u32>, grid: &Grid) -> BTreeMap<u32, u16> {
    let budget = u32::from(q.budget);
    let mut best: BTreeMap<(u32, bool), u32> = BTreeMap::new();
    if u32::from(q.due) <= budget {
        best.insert((q.from, false), u32::from(q.due));
    }
    if q.due > 0 {
        best.insert((q.from, true), 0);
    }
    // the states to go on from: a mover that must end its move does not
    let mut moving = best.clone();
    let mut waiting: Vec<(u32, bool)> = best.keys().copied().collect();
    while let Some((h, on_road)) = waiting.pop() {
        let spent = moving[&(h, on_road)];
        for dir in 0..6u32 {
            let n = grid.neighbor_wide(h, dir as u8);
            if n == NO_HEX_WIDE {
                continue;
            }
            let Some((toll, ends)) = asked_for(q, grid, h, n) else {
                continue;
            };
            let mut ways = Vec::new();
            if !on_road {
                ways.extend(priced(q.costs, h, dir).map(|p| (p, false)));
            }
            if let Some(road) = q.road {
                if let Some(along) = priced(road.along, h, dir) {
                    ways.push((along, true));
                    ways.extend(priced(road.full, h, dir).map(|p| (p, false)));
                }
            }
            for (paid, by_road) in ways {
                let (cost, state) = (spent + paid + toll, (n, by_road));
                let cheaper = |than: &BTreeMap<_, u32>| than.get(&state).is_none_or(|&c| cost < c);
                if cost <= budget && cheaper(&best) {
                    best.insert(state, cost);
                }
                if cost <= budget && !ends && cheaper(&moving) {
                    moving.insert(state, cost);
                    waiting.push(state);
                }
            }
        }
    }
    let mut found: BTreeMap<u32, u16> = BTreeMap::new();
    for (&(h, _), &cost) in &best {
        let cheapest = found.entry(h).or_insert(cost as u16);
        *cheapest = (*cheapest).min(cost as u16);
    }
    if q.minimum_one {
        for dir in 0..6u32 {
            let n = grid.neighbor_wide(q.from, dir as u8);
            let open = priced(q.costs, q.from, dir).is_some()
                || q.road
                    .is_some_and(|r| priced(r.along, q.from, dir).is_some());
            let blocked = q.blocked.is_some_and(|set| hexset::get_wide(grid, set, n));
            if n != NO_HEX_WIDE && open && !blocked && asked_for(q, grid, q.from, n).is_some() {
                found.entry(n).or_insert(q.budget);
            }
        }
    }
    found.remove(&q.from);
    found
}

#[test]
fn who_moves_reaches_what_steps_reach() {
    let mut rng = Rng::stream(3, 5);
    // one scratch for all, as in play: its former content must not matter
    let mut scratch = ReachScratch::new();
    for round in 0..4000 {
        let asked = Asked::new(&mut rng);
        let query = asked.query(&mut rng);
        let layers = CostLayers::new(&asked.grid, &asked.costs);
        let query = ReachQuery {
            layers: if round % 2 == 0 {
                layers.as_ref()
            } else {
                None
            },
            ..query
        };
        let wanted = slow(&query, &asked.grid);
        let listed: BTreeMap<u32, u16> = reach_list(&asked.grid, &query, &mut scratch)
            .iter()
            .copied()
            .collect();
        assert_eq!(listed, wanted, "round {round}");
        let mut out = HexSet::full(&asked.grid);
        reach(&asked.grid, &query, &mut scratch, &mut out);
        let reached: Vec<u32> = hexset::iter_wide(&asked.grid, &out).collect();
        assert_eq!(reached, wanted.keys().copied().collect::<Vec<_>>());
        let others = (0..asked.grid.len() as u32).filter(|h| *h != query.from);
        for h in others.filter(|h| !wanted.contains_key(h)) {
            assert_eq!(scratch.cost_wide(h), None);
        }
        for (&h, &cost) in &wanted {
            assert_eq!(scratch.cost_wide(h), Some(cost));
            walks(&asked.grid, &query, &scratch, h, cost);
        }
    }
}

/// The canonical path to a hex, taken step by step, has the cost that the field gives.
fn walks(grid: &Grid, q: &ReachQuery<'_, u32>, scratch: &ReachScratch, to: u32, cost: u16) {
    let mut path = Vec::new();
    assert!(scratch.path_wide_into(grid, to, &mut path));
    assert_eq!(path.last(), Some(&to));
    let (mut at, mut state) = (
        q.from,
        StepState {
            left: q.budget,
            due: q.due,
            ended: false,
        },
    );
    for n in path {
        let dir = grid.direction_wide(at, n).unwrap();
        state = step(grid, q, state, at, dir).unwrap();
        at = n;
    }
    assert_eq!(state.left, q.budget - cost);
    let after = StepState {
        ended: true,
        ..state
    };
    assert_eq!(step(grid, q, after, at, 0), Err(StepRefusal::Ended));
}

#[test]
fn a_step_that_is_refused_says_why() {
    let grid = Grid::new(5, 5, 0).unwrap();
    let (from, east) = (12, 1);
    let n = grid.neighbor_wide(from, east);
    let costs = CostTable::uniform(&grid, 3);
    let fresh = StepState {
        left: 4,
        due: 0,
        ended: false,
    };
    let there = HexSet::of(&grid, [n as u16]);
    let plain = ReachQuery::new(from, 4, &costs);
    let ask = |query: &ReachQuery<'_, u32>| step(&grid, query, fresh, from, east);
    let done = |left, due, ended| Ok(StepState { left, due, ended });
    assert_eq!(ask(&plain), done(1, 0, false));
    let blocked = ReachQuery {
        blocked: Some(&there),
        ..plain
    };
    assert_eq!(ask(&blocked), Err(StepRefusal::Blocked));
    let assault = ReachQuery {
        assault: Some((&there, 1)),
        ..blocked
    };
    assert_eq!(ask(&assault), done(0, 0, true));
    // a mover that cannot pay for an assault cannot make one by spending all
    let dearer = ReachQuery {
        assault: Some((&there, 2)),
        minimum_one: true,
        ..blocked
    };
    let dear = Err(StepRefusal::TooDear { cost: 5, left: 4 });
    assert_eq!(ask(&dearer), dear);
    let surcharge = ReachQuery {
        surcharge: Some((&there, 2)),
        ..plain
    };
    assert_eq!(ask(&surcharge), dear);
    let minimum = ReachQuery {
        minimum_one: true,
        ..surcharge
    };
    assert_eq!(ask(&minimum), done(0, 0, true));
    let outside = HexSet::of(&grid, [0]);
    let area = ReachQuery {
        area: Some(&outside),
        ..plain
    };
    assert_eq!(ask(&area), Err(StepRefusal::OutsideArea));
    let zone = ZoneTolls {
        zone: &there,
        enter: FORBIDDEN,
        leave: 0,
        between: 0,
        stop: false,
    };
    let zones = ReachQuery {
        zones: Some(zone),
        ..plain
    };
    assert_eq!(ask(&zones), Err(StepRefusal::Zone));
    let shut = CostTable::uniform(&grid, FORBIDDEN);
    assert_eq!(
        ask(&ReachQuery::new(from, 4, &shut)),
        Err(StepRefusal::Forbidden)
    );
    assert_eq!(
        step(&grid, &plain, fresh, 4, east),
        Err(StepRefusal::OffGrid)
    );
    // along the road the difference of the full price and the road's rate is due
    let along = CostTable::uniform(&grid, 1);
    let road = |full| {
        Some(RoadRates {
            along: &along,
            full,
        })
    };
    let by_road = ReachQuery {
        road: road(&costs),
        ..plain
    };
    assert_eq!(ask(&by_road), done(3, 2, false));
    let shut_road = ReachQuery {
        costs: &shut,
        road: road(&shut),
        ..plain
    };
    assert_eq!(ask(&shut_road), done(3, NEVER, false));
}

#[test]
fn a_field_from_beyond_the_map_is_empty() {
    let grid = Grid::new(6, 6, 0).unwrap();
    let costs = CostTable::uniform(&grid, 1);
    let layers = CostLayers::new(&grid, &costs);
    for from in [36u32, 37, 1000] {
        for layers in [None, layers.as_ref()] {
            let query = ReachQuery {
                layers,
                minimum_one: true,
                ..ReachQuery::new(from, 3, &costs)
            };
            let mut scratch = ReachScratch::new();
            assert!(reach_list(&grid, &query, &mut scratch).is_empty());
        }
    }
}
