//! Evaluation of movement fields.

use crate::ir::expr::Reach;
use crate::state::State;
use crate::vm::Vm;
use eastfront_kernel::reach::{reach, ReachQuery, RoadRates, ZoneTolls, FORBIDDEN};
use eastfront_kernel::rng::mix;

impl Vm<'_> {
    /// Computes a movement field into the scratch memory, unless it is already there.
    pub(in crate::vm) fn reach(&mut self, st: &State, r: &Reach) {
        let game = self.game;
        let kept = match r.kept {
            Some(n) => {
                let key = self.partial_key(st, &game.kept.fields[n as usize]);
                let key = mix(key ^ u64::from(n)) | 1;
                if key == self.s.reach_kept {
                    return;
                }
                key
            }
            None => 0,
        };
        self.s.reach_kept = 0;
        let from = self.int(st, &r.from);
        let budget = self.int(st, &r.budget).clamp(0, 4000) as u16;
        let table = self.int(st, &r.costs);
        let minimum_one = self.int(st, &r.minimum_one) != 0;
        let (Some(costs), true) = (
            game.costs.get(table.max(0) as usize),
            (0..game.hex_count as i64).contains(&from),
        ) else {
            self.s.reach_set.fill(0);
            return;
        };
        let tolls = self.tolls(st, r);
        let road = self.road(st, r);
        let due = r
            .road
            .as_ref()
            .map_or(0, |x| self.int(st, &x.due))
            .clamp(0, 4000) as u16;
        let blocked = self.hexes(st, &r.blocked);
        let stop = r.stop.as_ref().map(|s| self.hexes(st, s));
        let zone = r.zones.as_ref().map(|z| self.hexes(st, &z.zone));
        let query = ReachQuery {
            blocked: Some(&blocked),
            stop: stop.as_deref(),
            minimum_one,
            zones: zone.as_deref().map(|zone| ZoneTolls {
                zone,
                enter: tolls[0],
                leave: tolls[1],
                between: tolls[2],
                stop: tolls[3] != 0,
            }),
            road: road.map(|(along, full)| RoadRates {
                along: &game.costs[along],
                full: &game.costs[full],
            }),
            due,
            layers: game.layers[table as usize].as_ref(),
            ..ReachQuery::new(from as u16, budget, costs)
        };
        let s = &mut *self.s;
        reach(&game.grid, &query, &mut s.reach, &mut s.reach_set);
        self.s.reach_kept = kept;
        self.s.hex_pool.push(blocked);
        self.s.hex_pool.extend(stop);
        self.s.hex_pool.extend(zone);
    }

    fn tolls(&mut self, st: &State, r: &Reach) -> [u8; 4] {
        let Some(z) = &r.zones else { return [0; 4] };
        let toll = |s: &mut Self, e| s.int(st, e).clamp(0, i64::from(FORBIDDEN)) as u8;
        [
            toll(self, &z.enter),
            toll(self, &z.leave),
            toll(self, &z.between),
            toll(self, &z.stop),
        ]
    }

    /// The indices of the two cost tables of a road, the rates along the road and the full prices,
    /// if both tables exist.
    fn road(&mut self, st: &State, r: &Reach) -> Option<(usize, usize)> {
        let road = r.road.as_ref()?;
        let count = self.game.costs.len() as i64;
        let (along, full) = (self.int(st, &road.along), self.int(st, &road.full));
        let known = (0..count).contains(&along) && (0..count).contains(&full);
        known.then_some((along as usize, full as usize))
    }
}
