//! A single supply line with its certificate: the path, or the cut.
//!
//! A reader can check a path or a cut without this code. A path is a chain of steps that the stage
//! allows. A cut is a set of hexes that no line may enter, and without which no walk over allowed
//! hexsides leads from a source to the hex. Certificates are for explanations and may allocate.

use super::flood::{flood, EdgeMasks};
use super::grid::{Grid, HexId, NO_HEX_WIDE};
use super::hexset::{self, HexSet};
use super::network::{distances, step_all, NetworkScratch, UNREACHED};
use super::supply::{extend, Stage, SupplyScratch};

/// The part of a line in one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The index of the stage.
    pub stage: usize,
    /// The hexes, from the supplied hex towards the source, both ends included.
    pub hexes: Vec<u16>,
}

/// Whether a hex has a supply line, with the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line: the legs from the hex to a source, each beginning where the last one ended; empty if
    /// the hex is a source.
    Path(Vec<Leg>),
    /// No line, because in the last stage no path leads to `to` from the gate `from`, or from any
    /// start if `from` is None. The hexes of `blocking` cut the line; if there are none, hexsides
    /// cut it.
    Cut {
        /// The supplied hex, or the gate up to which there is a line.
        to: u16,
        /// The gate that is cut off from `to`; None if the sources are cut off.
        from: Option<u16>,
        /// The hexes that cut the line, in order of index.
        blocking: Vec<u16>,
    },
    /// No line is short enough: for each limit of the last stage the least number of steps of a
    /// path that avoids what the limit avoids; None if there is no such path.
    TooLong(Vec<Option<u16>>),
}

/// Finds a supply line to the hex `unit` from `sources` through the stages.
pub fn trace(
    grid: &Grid,
    sources: &[u64],
    stages: &[Stage<'_>],
    unit: HexId,
    scratch: &mut SupplyScratch,
) -> Line {
    // The hexes supplied by the stages before each one, as in `supply`.
    let mut before = vec![HexSet::new(grid)];
    for stage in stages {
        let mut out = before.last().cloned().unwrap_or_default();
        extend(grid, &starts(&out, sources), stage, scratch, &mut out);
        before.push(out);
    }
    let mut at = unit.0;
    let mut legs = Vec::new();
    for (number, (stage, before)) in stages.iter().zip(&before).enumerate().rev() {
        if hexset::get(grid, before, at) {
            continue;
        }
        let source = hexset::get(grid, sources, at) && stage.gates.is_empty();
        if source && supplies_itself(grid, stage, at) {
            break;
        }
        let from = starts(before, sources);
        match leg(grid, &from, stage, at) {
            Some(hexes) => {
                at = hexes.last().copied().unwrap_or(at);
                legs.push(Leg {
                    stage: number,
                    hexes,
                });
                if !hexset::get(grid, before, at) {
                    break;
                }
            }
            None => return why_not(grid, &from, stage, at),
        }
    }
    Line::Path(legs)
}

/// The starts of a stage: the sources and all hexes that earlier stages supply.
fn starts(before: &[u64], sources: &[u64]) -> HexSet {
    let mut from = HexSet(sources.into());
    hexset::or(&mut from, before);
    from
}

fn supplies_itself(grid: &Grid, stage: &Stage<'_>, h: u16) -> bool {
    let mut passable = HexSet::new(grid);
    stage.passable(None, &mut passable);
    stage.own_hex || hexset::get(grid, &passable, h)
}

/// The hexes of a shortest line of one stage, from `to` to a hex of `sources`.
fn leg(grid: &Grid, sources: &[u64], stage: &Stage<'_>, to: u16) -> Option<Vec<u16>> {
    stage.limits().iter().find_map(|limit| {
        let hexes = shortest(grid, sources, stage, limit.avoid, to)?;
        let steps = hexes.len() - 1;
        limit
            .length
            .is_none_or(|length| steps <= usize::from(length))
            .then_some(hexes)
    })
}

/// The hexes of a shortest line of one stage, whatever its length.
fn shortest(
    grid: &Grid,
    sources: &[u64],
    stage: &Stage<'_>,
    avoid: Option<&[u64]>,
    to: u16,
) -> Option<Vec<u16>> {
    let mut passable = HexSet::new(grid);
    stage.passable(avoid, &mut passable);
    let mut hexes = vec![to];
    let mut own_hex = supplies_itself(grid, stage, to);
    let ends = stage
        .gates
        .iter()
        .rev()
        .map(|&gate| HexSet::of(grid, [gate]));
    for starts in ends.chain([HexSet(sources.into())]) {
        let end = hexes.last().copied()?;
        walk(
            grid,
            &starts,
            &passable,
            stage.edges,
            end,
            own_hex,
            &mut hexes,
        )?;
        own_hex = false;
    }
    Some(hexes)
}

/// Appends to `hexes` the path from `end` back to the nearest of `starts`, in the lowest direction
/// where there is a choice.
fn walk(
    grid: &Grid,
    starts: &[u64],
    passable: &[u64],
    edges: Option<&EdgeMasks>,
    end: u16,
    own_hex: bool,
    hexes: &mut Vec<u16>,
) -> Option<()> {
    if !(own_hex || hexset::get(grid, passable, end)) {
        return None;
    }
    if hexset::get(grid, starts, end) {
        return Some(());
    }
    let mut steps = vec![UNREACHED; grid.len()];
    let mut scratch = NetworkScratch::default();
    distances(
        grid,
        starts,
        passable,
        edges,
        None,
        &mut scratch,
        &mut steps,
    );
    let mut at = end;
    loop {
        let before = (0..6u8).filter_map(|dir| {
            let n = grid.neighbor(at, dir);
            let crossed = edges.is_none_or(|edges| edges.is_open(grid, HexId(n), (dir + 3) % 6));
            let far = steps.get(usize::from(n)).copied().unwrap_or(UNREACHED);
            (crossed && far != UNREACHED).then_some((far, dir, n))
        });
        let (far, _, next) = before.min()?;
        hexes.push(next);
        at = next;
        if far == 0 {
            return Some(());
        }
    }
}

/// The reason why a hex has no line of one stage.
fn why_not(grid: &Grid, sources: &[u64], stage: &Stage<'_>, unit: u16) -> Line {
    let mut passable = HexSet::new(grid);
    stage.passable(None, &mut passable);
    let mut to = unit;
    let mut own_hex = supplies_itself(grid, stage, unit);
    let gates = stage.gates.iter().rev().map(|&gate| Some(gate));
    for from in gates.chain([None]) {
        let starts = match from {
            Some(gate) => HexSet::of(grid, [gate]),
            None => HexSet(sources.into()),
        };
        let edges = stage.edges;
        if walk(
            grid,
            &starts,
            &passable,
            edges,
            to,
            own_hex,
            &mut Vec::new(),
        )
        .is_none()
        {
            let blocking = match own_hex {
                true => cut(grid, &starts, &passable, edges, to),
                false if hexset::get(grid, &passable, to) => {
                    cut(grid, &starts, &passable, edges, to)
                }
                false => vec![to],
            };
            return Line::Cut { to, from, blocking };
        }
        if let Some(gate) = from {
            to = gate;
            own_hex = false;
        }
    }
    let lengths = stage.limits().iter().map(|limit| {
        let hexes = shortest(grid, sources, stage, limit.avoid, unit)?;
        u16::try_from(hexes.len() - 1).ok()
    });
    Line::TooLong(lengths.collect())
}

/// The impassable hexes that separate `to` from `starts`: those adjacent to the component of `to`
/// that can be entered from the starts without passing any other of them.
fn cut(
    grid: &Grid,
    starts: &[u64],
    passable: &[u64],
    edges: Option<&EdgeMasks>,
    to: u16,
) -> Vec<u16> {
    let mut region = HexSet::of(grid, [to]);
    let mut rim = HexSet::new(grid);
    let mut waiting = vec![u32::from(to)];
    while let Some(h) = waiting.pop() {
        for (dir, n) in (0u8..).zip(grid.ring(h)) {
            let crossed = edges.is_none_or(|edges| edges.is_open_wide(grid, n, (dir + 3) % 6));
            if n == NO_HEX_WIDE || !crossed || hexset::get_wide(grid, &region, n) {
                continue;
            }
            if hexset::get_wide(grid, passable, n) {
                hexset::set_wide(grid, &mut region, n);
                waiting.push(n);
            } else {
                hexset::set_wide(grid, &mut rim, n);
            }
        }
    }
    let (mut outside, mut outer, mut facing) =
        (HexSet::new(grid), HexSet::new(grid), HexSet::new(grid));
    hexset::not(grid, &rim, &mut outside);
    flood(grid, starts, &outside, edges, &mut outer);
    step_all(grid, &outer, edges, &mut facing);
    hexset::or(&mut facing, starts);
    hexset::and(&mut rim, &facing);
    hexset::iter(grid, &rim).collect()
}

#[cfg(test)]
mod tests {
    use super::super::supply::Limit;
    use super::*;

    fn line(grid: &Grid, sources: &[u16], stages: &[Stage<'_>], unit: u16) -> Line {
        let sources = HexSet::of(grid, sources.iter().copied());
        trace(
            grid,
            &sources,
            stages,
            HexId(unit),
            &mut SupplyScratch::default(),
        )
    }

    #[test]
    fn a_path_leads_to_the_source_and_a_cut_is_near_it() {
        let grid = Grid::new(9, 1, 0).unwrap();
        let open = HexSet::of(&grid, [0, 1, 2, 3, 5, 6, 8]);
        let stage = [Stage::new(&open)];
        let hexes = vec![3, 2, 1, 0];
        assert_eq!(
            line(&grid, &[0], &stage, 3),
            Line::Path(vec![Leg { stage: 0, hexes }])
        );
        assert_eq!(line(&grid, &[0], &stage, 0), Line::Path(vec![]));
        let cut = |to, blocking| Line::Cut {
            to,
            from: None,
            blocking,
        };
        assert_eq!(line(&grid, &[0], &stage, 6), cut(6, vec![4]));
        assert_eq!(line(&grid, &[0, 8], &stage, 6), cut(6, vec![4, 7]));
        assert_eq!(line(&grid, &[0], &stage, 4), cut(4, vec![4]));
        assert_eq!(line(&grid, &[4], &stage, 4), cut(4, vec![4]));
    }

    #[test]
    fn a_line_goes_only_where_hexsides_are_open_toward_the_hex() {
        let grid = Grid::new(9, 9, 0).unwrap();
        let open = HexSet::full(&grid);
        for dir in 0..6u8 {
            let (from, to) = (40, grid.neighbor(40, dir));
            // from the source to the hex only
            let mut edges = EdgeMasks::all_closed(&grid);
            edges.put(&grid, from, dir, true);
            let stage = [Stage {
                edges: Some(&edges),
                ..Stage::new(&open)
            }];
            let hexes = vec![to, 40];
            let there = Line::Path(vec![Leg { stage: 0, hexes }]);
            assert_eq!(line(&grid, &[40], &stage, to), there);
            assert!(matches!(line(&grid, &[to], &stage, 40), Line::Cut { .. }));
        }
    }

    #[test]
    fn a_line_may_be_too_long_or_miss_its_gate() {
        let grid = Grid::new(9, 1, 0).unwrap();
        let open = HexSet::full(&grid);
        let limits = [Limit {
            length: Some(3),
            avoid: None,
        }];
        let stage = Stage {
            limits: &limits,
            ..Stage::new(&open)
        };
        assert_eq!(line(&grid, &[0], &[stage], 7), Line::TooLong(vec![Some(7)]));
        let gated = Stage {
            gates: &[8],
            limits: &[],
            ..stage
        };
        let hexes = vec![7, 8, 7, 6];
        assert_eq!(
            line(&grid, &[6], &[gated], 7),
            Line::Path(vec![Leg { stage: 0, hexes }])
        );
        let shut = HexSet::of(&grid, [0, 1, 2, 3, 4, 5, 7, 8]);
        let gated = Stage {
            open: &shut,
            gates: &[2],
            limits: &[],
            ..stage
        };
        let broken = Line::Cut {
            to: 8,
            from: Some(2),
            blocking: vec![6],
        };
        assert_eq!(line(&grid, &[0], &[gated], 8), broken);
    }
}
