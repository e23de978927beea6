//! Passes: each rewrites a program into an equivalent one that takes less work.
//!
//! [`STAGES`] lists all of them. The program as written is kept beside the optimised one: the VM
//! runs it if traces or counts by rule are wanted, and tests compare play with it. An expression
//! that is not evaluated cannot fail, so a sound program behaves alike in both forms.

mod common_subexpressions;
pub(crate) mod constant_folding;
mod copy_propagation;
pub(crate) mod dump;
mod erase_rules;
mod flatten_chains;
mod hoist_conditions;
mod known;
pub(crate) mod materialise_sets;
pub(crate) mod memoise;
pub(crate) mod merge_alternatives;
mod peephole;
mod program;
pub(crate) mod query_arguments;
mod rare_hexsides;
pub(crate) mod reorder_operands;
mod simplify;
mod singletons;
pub(crate) mod small_sets;
mod vectorise_filters;

use crate::error::{Error, Result};
use crate::ir::expr::{Hexes, Int, Units};
use crate::ir::instr::Instr;
use crate::ir::rewrite::Rewritten;
use crate::ir::visit::PartMut;
use crate::program::analysis::depends::{Depender, Depends};
use crate::program::analysis::memo_plan::Kept;
use crate::program::analysis::symmetry::Alike;

#[cfg(test)]
pub(crate) use {reorder_operands::ReorderOperands, singletons::Singletons};

pub(crate) use known::Known;
pub(crate) use program::Program;

/// A pass: rewrites of single expressions and instructions, or of the program as a whole.
pub(crate) trait Pass: Sync {
    /// The textbook name of the pass.
    fn name(&self) -> &'static str;

    /// Rewrites a number; its operands are rewritten already.
    fn int(&self, _known: &mut Known<'_>, _e: &mut Int) {}

    /// Rewrites a set of hexes; its operands are rewritten already.
    fn hexes(&self, _known: &mut Known<'_>, _e: &mut Hexes) {}

    /// Rewrites a set of units; its operands are rewritten already.
    fn units(&self, _known: &mut Known<'_>, _e: &mut Units) {}

    /// Rewrites an instruction; its operands are rewritten already.
    fn instr(&self, _instr: &mut Instr) {}

    /// Rewrites the program as a whole.
    fn program(&self, _compilation: &mut Compilation<'_>) {}
}

/// Passes that run together.
pub(crate) enum Stage {
    /// One traversal: all the passes rewrite an expression before the next expression.
    Walk(&'static [&'static dyn Pass]),
    /// One pass over the program as a whole.
    Whole(&'static dyn Pass),
}

use Stage::{Walk, Whole};

/// The passes, in the order in which they run. A comment gives the gain of each pass: by how much
/// the instructions per decision increase without the pass, in the campaign with the greatest
/// increase (`docs/passes.md`).
pub(crate) const STAGES: &[Stage] = &[
    // before all rewriting: an expression that occurs in many places is then rewritten once
    Whole(&common_subexpressions::CommonSubexpressions), // 0.0%, to load +57.0%
    Walk(&[
        // first: rule ids would hide the patterns of the other passes
        &erase_rules::EraseRules, // +0.4%
        // before constant folding, which continues with the replaced view
        &copy_propagation::CopyPropagation, // +1.5%
        &constant_folding::ConstantFolding, // +28.2%
        &simplify::Simplify,                // +2.2%
        // after simplification, which merges nested filters
        &vectorise_filters::VectoriseFilters, // +0.2%
        &materialise_sets::MaterialiseSets,   // +90.3%
        &rare_hexsides::RareHexsides,         // +0.4%
    ]),
    Walk(&[
        // before merging: a hoisted condition is no part of the merged set
        &hoist_conditions::HoistConditions,     // +12.1%
        &merge_alternatives::MergeAlternatives, // +14.9%
    ]),
    Walk(&[
        // after all passes that create sets: it orders operands by cost
        &reorder_operands::ReorderOperands, // +0.6%
        &singletons::Singletons,            // +0.1%
    ]),
    // after all rewriting: cached values are identified by structure
    Whole(&memoise::Memoise), // +97.2%
    Walk(&[
        &small_sets::SmallSets, // +5.6%
        &peephole::Peephole,    // +1.9%
    ]),
    // after memoisation, which matches intersections and differences
    Whole(&flatten_chains::FlattenChains), // +3.1%
    // last: shares nodes that the passes have made equal, and lays nodes out in order of use
    Whole(&common_subexpressions::CommonSubexpressions), // 0.0%, to load +57.0%
];

impl Stage {
    fn passes(&self) -> &[&'static dyn Pass] {
        match self {
            Walk(passes) => passes,
            Whole(pass) => std::slice::from_ref(pass),
        }
    }
}

/// The passes in their order; a pass that runs twice occurs twice.
fn all() -> impl Iterator<Item = &'static dyn Pass> {
    STAGES
        .iter()
        .flat_map(|stage| stage.passes().iter().copied())
}

/// Maximum number of characters of an unknown name in an error.
const SHOWN: usize = 60;

/// A selection of passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passes(u32);

impl Passes {
    /// All passes.
    pub const ALL: Passes = Passes(u32::MAX);
    /// No pass: the program runs as written.
    pub const NONE: Passes = Passes(0);

    /// The names of the passes, in the order in which they run.
    pub fn names() -> Vec<&'static str> {
        all().map(|pass| pass.name()).collect()
    }

    /// The selection without the passes named `name`.
    ///
    /// ```
    /// use eastfront_core::file::FormerNames;
    /// use eastfront_core::program::passes::Passes;
    /// use eastfront_core::Game;
    ///
    /// let file = std::fs::read("tests/data/blue-kremlin.efg")?;
    /// let passes = Passes::ALL.without("memoise")?;
    /// let slower = Game::compiled(&file, &FormerNames::default(), passes)?;
    /// assert_ne!(slower.program_text(None), Game::from_bytes(&file)?.program_text(None));
    /// assert!(Passes::ALL.without("haste").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(self, name: &str) -> Result<Passes> {
        let named = Passes::of(name)?;
        Ok(Passes(self.0 & !named))
    }

    /// All passes up to and including the last one named `name`.
    pub fn up_to(name: &str) -> Result<Passes> {
        Ok(Passes::first(u32::BITS - Passes::of(name)?.leading_zeros()))
    }

    /// The first `count` passes.
    pub fn first(count: u32) -> Passes {
        Passes(1u32.checked_shl(count).map_or(u32::MAX, |bit| bit - 1))
    }

    /// The bits of the passes named `name`; an error if there is none.
    fn of(name: &str) -> Result<u32> {
        let named = |(n, pass): (usize, &dyn Pass)| u32::from(pass.name() == name) << n;
        match all().enumerate().map(named).sum() {
            0 => Err(Error::Unknown(format!(
                "no pass {}, expected one of {}",
                name.chars().take(SHOWN).collect::<String>(),
                Passes::names().join(", ")
            ))),
            named => Ok(named),
        }
    }
}

/// A program while passes rewrite it.
pub(crate) struct Compilation<'a> {
    pub(crate) known: Known<'a>,
    pub(crate) program: Program,
    /// The dependency analysis of the memoisation pass, for the passes after it.
    pub(crate) depender: Option<Depender>,
    /// The cached values, after memoisation.
    pub(crate) kept: Option<Kept<Depends>>,
}

impl<'a> Compilation<'a> {
    /// The program of a game as written.
    pub(crate) fn new(known: Known<'a>) -> Compilation<'a> {
        Compilation {
            program: Program::as_written(known.data),
            known,
            depender: None,
            kept: None,
        }
    }

    /// Runs the selected passes.
    pub(crate) fn run(&mut self, passes: Passes) {
        let mut wanted = (0..u32::BITS).map(|n| passes.0 >> n & 1 == 1);
        for stage in STAGES {
            let passes: Vec<&dyn Pass> = (stage.passes().iter().copied())
                .filter(|_| wanted.next() == Some(true))
                .collect();
            match stage {
                Walk(_) if !passes.is_empty() => self.walk(&passes),
                Walk(_) => {}
                Whole(_) => passes.iter().for_each(|pass| pass.program(self)),
            }
        }
    }

    /// Rewrites every expression and instruction; views first, as their nodes are used most.
    fn walk(&mut self, stage: &[&dyn Pass]) {
        let Compilation { known, program, .. } = self;
        let mut done = Rewritten::default();
        let mut each = |known: &mut Known<'_>, part: PartMut<'_>| {
            done.part(part, &mut |part| match part {
                PartMut::Int(e) => stage.iter().for_each(|pass| pass.int(known, e)),
                PartMut::Hexes(e) => stage.iter().for_each(|pass| pass.hexes(known, e)),
                PartMut::Units(e) => stage.iter().for_each(|pass| pass.units(known, e)),
            });
        };
        known.ready_views.clear();
        for view in &mut program.views {
            each(known, PartMut::Hexes(view));
            let ready = view.stands_ready();
            known.ready_views.push(ready.then(|| view.clone()));
        }
        program.parts_but_views_mut(&mut |part| each(known, part));
        for instr in program.procedures.iter_mut().flat_map(|p| &mut p.code) {
            stage.iter().for_each(|pass| pass.instr(instr));
        }
    }

    /// Runs the dependency analysis on the current program.
    pub(crate) fn depender(&self) -> Depender {
        let mut depender = Depender::new(self.known.data, &self.known.units);
        depender.learn(&self.program.views);
        depender
    }

    /// The results of compilation: the constant sets, the program, the dependency analysis and the
    /// cached values.
    pub(crate) fn finish(mut self) -> (Known<'a>, Program, Depender, Kept<Depends>) {
        let depender = match self.depender.take() {
            Some(depender) => depender,
            None => self.depender(),
        };
        let kept = self.kept.take().unwrap_or_else(|| {
            let alike = Alike::new(self.known.data, &self.known.units);
            memoise::views_alone(&mut self.program, &depender, &alike)
        });
        (self.known, self.program, depender, kept)
    }
}
