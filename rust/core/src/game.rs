//! A game as one immutable value: map, order of battle, tables and the rules program.
//!
//! A game file is a header and a JSON document, and is sufficient for play. A game is identified by
//! a digest of the bytes of its file, so a record can name the exact data it was played with.

mod names;

use crate::error::{Error, Result};
use crate::file::{
    self, EdgeSet, FormerNames, GameData, Query, UnitData, VerbDomain, LAW, PROTOCOL,
};
use crate::ids::{PlaceId, ProcedureId, QueryId, RuleId};
use crate::ir::expr::Int;
use crate::ir::instr::Instr;
use crate::layout::Layout;
use crate::program::analysis::argument_domains;
use crate::program::analysis::depends::Depender;
use crate::program::analysis::key_layout::Reads;
use crate::program::analysis::lifetimes::Ended;
use crate::program::analysis::liveness::{self, Locals};
use crate::program::analysis::memo_plan::Kept;
use crate::program::analysis::value_range::Ranges;
use crate::program::check;
use crate::program::passes::materialise_sets::HEIGHTS;
use crate::program::passes::query_arguments;
use crate::program::passes::{dump, Compilation, Known, Passes, Program};
use eastfront_kernel::flood::EdgeMasks;
use eastfront_kernel::grid::Grid;
use eastfront_kernel::hexset;
use eastfront_kernel::layers::CostLayers;
use eastfront_kernel::reach::CostTable;
use eastfront_kernel::rng::mix;
use names::Names;
use std::borrow::Cow;
use std::sync::OnceLock;

/// A loaded game, ready for play.
#[derive(Debug)]
pub struct Game {
    /// The content of the game file.
    pub data: GameData,
    /// The grid.
    pub grid: Grid,
    /// Digest of the game file.
    pub digest: u64,
    pub(crate) hex_count: usize,
    pub(crate) place_count: usize,
    pub(crate) unit_count: usize,
    pub(crate) hex_words: usize,
    pub(crate) unit_words: usize,
    pub(crate) side_count: usize,
    pub(crate) layout: Layout,
    pub(crate) all_hexes: Box<[u64]>,
    pub(crate) all_units: Box<[u64]>,
    pub(crate) fixed_hexes: Vec<Box<[u64]>>,
    pub(crate) fixed_units: Vec<Box<[u64]>>,
    pub(crate) edges: Vec<EdgeMasks>,
    /// For each edge mask, whether each hexside that is open in one direction is also open in the
    /// other.
    pub(crate) both_ways: Vec<bool>,
    pub(crate) costs: Vec<CostTable>,
    pub(crate) layers: Vec<Option<CostLayers>>,
    /// The side as whose unit each unit counts for stacking; [`NO_SIDE`] if the unit does not
    /// count.
    pub(crate) stacks_with: Vec<u8>,
    /// For each unit a bit mask. Bit `i` is set if the materialised set `i` holds the hexes with at
    /// least one unit of some group, and the unit belongs to this group.
    pub(crate) groups: Vec<u32>,
    /// For each side and height of a stack, a bit mask of the materialised sets that a hex joins
    /// when its stack of this side reaches this height.
    pub(crate) heights: Vec<[u32; HEIGHTS + 1]>,
    /// The units of each class of identical counters, in order.
    pub(crate) classes: Vec<Vec<u16>>,
    pub(crate) class_seed: Vec<u64>,
    pub(crate) var_seed: Vec<u64>,
    pub(crate) flag_seed: Vec<u64>,
    pub(crate) depender: Depender,
    pub(crate) verb_offset: Vec<u32>,
    pub(crate) live: Vec<Vec<Locals>>,
    /// For each procedure, the invariants that hold while it waits, each with the index of the call
    /// or decision at which it waits.
    pub(crate) holds: Vec<Vec<(u32, Int)>>,
    /// The optimised program; it runs unless a trace or counts by rule are wanted, for which the
    /// program runs as written.
    pub(crate) fast: Program,
    pub(crate) kept: Kept<Reads>,
    /// The variables and flags that are reset at the end of each lifetime.
    pub(crate) ended: Vec<Ended>,
    /// The queries that state invariants.
    pub(crate) laws: Vec<QueryId>,
    /// For each procedure, whether another procedure calls it.
    called: Vec<bool>,
    /// The value ranges, computed when a state is first read from bytes.
    ranges: OnceLock<Ranges>,
    pub(crate) names: Names,
    /// The number of possible values of each argument of each query, if known.
    questions: Vec<Vec<Option<usize>>>,
    /// Whether the file contains former names.
    renamed: bool,
    bytes: Vec<u8>,
}

/// The maximum number of actions of a game: masks have a cell for each.
const MOST_ACTIONS: u32 = 1 << 22;

/// The number that stands for no side.
pub(crate) const NO_SIDE: u8 = u8::MAX;

/// A stable 64-bit digest of bytes.
pub fn digest(bytes: &[u8]) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0u8; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        h = mix(h ^ u64::from_le_bytes(word)).wrapping_add(chunk.len() as u64);
    }
    h
}

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Game(text.into()))
}

impl Game {
    /// Loads a game file.
    ///
    /// ```
    /// use eastfront_core::Game;
    ///
    /// let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// assert_eq!(game.data.id, "barbarossa-deluxe/blue-kremlin");
    /// assert_eq!(game.data.sides, ["german", "soviet"]);
    /// assert!(Game::from_bytes(b"no game").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Game> {
        Game::from_bytes_with(bytes, &FormerNames::default())
    }

    /// Loads a game file that may contain former names, which are replaced by current ones.
    pub fn from_bytes_with(bytes: &[u8], former: &FormerNames) -> Result<Game> {
        Game::compiled(bytes, former, Passes::ALL)
    }

    /// Loads a game file and compiles its program with the given passes only. Play with fewer
    /// passes is the same, but slower.
    pub fn compiled(bytes: &[u8], former: &FormerNames, passes: Passes) -> Result<Game> {
        Game::build(file::read(bytes)?, bytes.to_vec(), former, passes)
    }

    /// Loads a game from the JSON document of a game file.
    pub fn from_json(json: &[u8]) -> Result<Game> {
        Game::from_bytes(&file::with_head(json))
    }

    /// The protocol of the game file.
    pub fn protocol(&self) -> u8 {
        file::protocol(&self.bytes)
    }

    /// The document of the game file, with current names.
    pub fn document(&self) -> Result<Cow<'_, [u8]>> {
        let json = file::document(&self.bytes);
        if self.protocol() == PROTOCOL && !self.renamed {
            return Ok(Cow::Borrowed(json));
        }
        file::renamed(json, &self.data).map(Cow::Owned)
    }

    /// The game file as bytes.
    pub fn to_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The compiled program as text: all of it, or the procedures, views and queries named `part`.
    ///
    /// ```
    /// # use eastfront_core::rng::Rng;
    /// # use eastfront_core::{Game, Scratch, State, Vm};
    /// # let game = Game::from_bytes(&std::fs::read("tests/data/blue-kremlin.efg")?)?;
    /// # let mut scratch = Scratch::new(&game);
    /// # let mut state = State::blank(&game, Rng::stream(41, 0));
    /// # Vm::new(&game, &mut scratch).start(&mut state)?;
    /// let text = game.program_text(Some("may concede"));
    /// assert!(text.starts_with("query may concede"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn program_text(&self, part: Option<&str>) -> String {
        dump::text(&self.data, &self.fast, part)
    }

    /// Whether a procedure is not called by any other.
    pub fn stands_alone(&self, procedure: ProcedureId) -> bool {
        !self.called[procedure.index()]
    }

    fn build(
        mut data: GameData,
        bytes: Vec<u8>,
        former: &FormerNames,
        passes: Passes,
    ) -> Result<Game> {
        let grid = Grid::new(data.grid.width, data.grid.height, data.grid.shifted_parity)
            .map_err(|e| Error::Game(e.to_string()))?;
        check::data(&data, &grid)?;
        let questions = argument_domains::counts(&data);
        data.queries
            .iter_mut()
            .try_for_each(query_arguments::as_members)?;
        let hex_count = grid.len();
        let unit_count = data.units.ids.len();
        let hex_words = grid.words();
        let unit_words = unit_count.div_ceil(64).max(1);
        let set_of = |members: &[u16]| {
            let mut words = vec![0u64; hex_words].into_boxed_slice();
            for &h in members {
                hexset::set(&grid, &mut words, h);
            }
            words
        };
        let real: Vec<u16> = (0..hex_count as u16)
            .filter(|&h| !data.hex_names[h as usize].is_empty())
            .collect();
        let units_of = |members: &[u16]| {
            let mut words = vec![0u64; unit_words].into_boxed_slice();
            for &u in members {
                words[u as usize / 64] |= 1 << (u % 64);
            }
            words
        };
        let mut verb_offset = vec![0u32];
        let mut total = 0u32;
        for verb in &data.verbs {
            total += match verb.domain {
                VerbDomain::Plain => 1,
                VerbDomain::Number(low, high) => (high - low + 1) as u32,
                VerbDomain::Hex => hex_count as u32,
                VerbDomain::Unit => unit_count as u32,
            };
            if total > MOST_ACTIONS {
                return fail(format!(
                    "verbs with {total} actions, expected {MOST_ACTIONS} at most"
                ));
            }
            verb_offset.push(total);
        }
        let all_hexes = set_of(&real);
        let all_units = units_of(&(0..unit_count as u16).collect::<Vec<_>>());
        let edges: Vec<EdgeMasks> = data
            .edge_masks
            .iter()
            .map(|e| open_edges(&grid, e, &data.hex_names))
            .collect();
        let hexes = data.hex_sets.iter().map(|s| set_of(&s.members)).collect();
        let units = (data.unit_sets.iter())
            .map(|s| units_of(&s.members))
            .collect();
        let known = Known::new(
            &data,
            &edges,
            all_hexes.clone(),
            all_units.clone(),
            hexes,
            units,
        );
        let mut compilation = Compilation::new(known);
        compilation.run(passes);
        let (known, fast, depender, kept) = compilation.finish();
        let (fixed_hexes, fixed_units, standings) = (known.hexes, known.units, known.standings);
        let layout = Layout::new(&data, hex_words, unit_words, standings.len());
        let kept = kept.map(&|d| Reads::new(d, &layout, data.sides.len()));
        let costs: Vec<CostTable> = data
            .costs
            .iter()
            .map(|c| CostTable {
                step: c.step.clone().into_boxed_slice(),
            })
            .collect();
        let live: Vec<Vec<Locals>> = data.procedures.iter().map(liveness::live).collect();
        let seed = |name: &str, kind: &str| mix(digest(name.as_bytes()) ^ digest(kind.as_bytes()));
        // hash seeds depend on the names in the file, so that keys in records remain valid
        let var_seed = (data.variables.iter().map(|v| seed(&v.name, "variable"))).collect();
        let flag_seed = (data.hex_flags.iter().map(|f| seed(f, "hex flag"))).collect();
        let renamed = former.replace(&mut data);
        Ok(Game {
            digest: digest(&bytes),
            hex_count,
            place_count: hex_count + data.boxes.len(),
            unit_count,
            hex_words,
            unit_words,
            side_count: data.sides.len(),
            names: Names::new(&data),
            questions,
            ended: Ended::with_each(&data),
            laws: laws(&data),
            called: called(&data),
            ranges: OnceLock::new(),
            layout,
            groups: (0..unit_count).map(|u| standings.groups_of(u)).collect(),
            heights: (0..data.sides.len() as u8)
                .map(|side| standings.heights_of(side))
                .collect(),
            all_hexes,
            all_units,
            fixed_hexes,
            fixed_units,
            fast,
            kept,
            both_ways: edges.iter().map(|e| e.both_ways(&grid)).collect(),
            edges,
            layers: costs.iter().map(|c| CostLayers::new(&grid, c)).collect(),
            costs,
            stacks_with: stacks_with(&data.units),
            classes: classes(&data.units.class),
            class_seed: data
                .units
                .class
                .iter()
                .map(|c| mix(u64::from(*c) ^ 0xC1A5))
                .collect(),
            var_seed,
            flag_seed,
            renamed,
            depender,
            verb_offset,
            holds: (data.procedures.iter().zip(&live))
                .map(|(p, live)| liveness::holds(p, live))
                .collect(),
            live,
            bytes,
            grid,
            data,
        })
    }

    /// The possible values of variables, locals and flags at each point where the program can wait.
    pub(crate) fn ranges(&self) -> &Ranges {
        self.ranges
            .get_or_init(|| Ranges::new(&self.data, &self.live))
    }

    /// The units whose counters are identical with the counter of unit `u`, including `u`.
    pub(crate) fn alike(&self, u: u16) -> &[u16] {
        &self.classes[self.data.units.class[u as usize] as usize]
    }

    /// The number of possible values of an argument of a query; None if unknown. `arg` is the index
    /// of the argument, from 0.
    pub fn question_count(&self, query: QueryId, arg: usize) -> Option<usize> {
        *self.questions.get(query.index())?.get(arg)?
    }

    /// The number of dense action ids: ids run from 0 to this number, exclusive.
    pub fn num_actions(&self) -> u32 {
        self.verb_offset.last().copied().unwrap_or(0)
    }

    /// The name of a hex or box.
    pub fn place_name(&self, place: PlaceId) -> &str {
        let place = place.index();
        if place < self.hex_count {
            &self.data.hex_names[place]
        } else {
            self.data
                .boxes
                .get(place - self.hex_count)
                .map_or("", String::as_str)
        }
    }

    /// The name of a rule.
    pub fn rule_name(&self, rule: RuleId) -> &str {
        self.data.rules.get(rule.index()).map_or("", String::as_str)
    }
}

fn open_edges(grid: &Grid, set: &EdgeSet, names: &[String]) -> EdgeMasks {
    let real = |h: u16| !names[h as usize].is_empty();
    EdgeMasks::from_fn(grid, |h, d| {
        let (h, to) = (h as u16, grid.neighbor(h as u16, d));
        real(h) && real(to) && set.masks[h as usize] >> d & 1 == 1
    })
}

/// For each procedure, whether another procedure calls it.
fn called(data: &GameData) -> Vec<bool> {
    let mut out = vec![false; data.procedures.len()];
    for instr in data.procedures.iter().flat_map(|p| &p.code) {
        if let Instr::Call(procedure, ..) = instr {
            out[usize::from(*procedure)] = true;
        }
    }
    out
}

/// The queries that state invariants of the game: such a query returns 0 if its invariant is
/// violated.
fn laws(data: &GameData) -> Vec<QueryId> {
    let law = |(i, q): (usize, &Query)| {
        (q.name.starts_with(LAW) && q.args == 0).then_some(QueryId(i as u16))
    };
    data.queries.iter().enumerate().filter_map(law).collect()
}

/// The side as whose unit each unit counts for stacking; [`NO_SIDE`] if the unit does not count.
fn stacks_with(units: &UnitData) -> Vec<u8> {
    let mut out = units.side.clone();
    for &u in &units.uncounted {
        out[u as usize] = NO_SIDE;
    }
    out
}

/// The units of each class.
fn classes(class: &[u16]) -> Vec<Vec<u16>> {
    let count = class.iter().max().map_or(0, |&most| most as usize + 1);
    let mut out = vec![Vec::new(); count];
    for (u, &c) in class.iter().enumerate() {
        out[c as usize].push(u as u16);
    }
    out
}
