//! Memoisation: marks values that are cached between evaluations. Such values are movement fields,
//! sets of hexes, and numbers and filters over sets of units, if their dependencies change less
//! often than units move.

use crate::file::Answer;
use crate::ir::expr::{Duty, Hexes, Int, Reach, Units};
use crate::ir::instr::{Domain, Instr};
use crate::ir::node::Node;
use crate::ir::rewrite::{once, Parts, Rewritten, Visit};
use crate::ir::visit::{self, size, speaks, Part, PartMut};
use crate::program::analysis::depends::{Depender, Depends};
use crate::program::analysis::memo_plan::{following, Following, Kept};
use crate::program::analysis::pointwise;
use crate::program::analysis::symmetry::Alike;
use crate::program::passes::merge_alternatives::{self, Bounds};
use crate::program::passes::{Compilation, Pass, Program};

/// Collects the cached values of a program, numbered by kind, with their dependencies.
pub(crate) struct Keeper<'a> {
    done: Rewritten,
    depender: &'a Depender,
    alike: &'a Alike,
    views: Vec<Hexes>,
    view_depends: Vec<Depends>,
    numbers: Vec<(Int, Depends)>,
    sets: Vec<(Units, Depends)>,
    fields: Vec<(Reach, Depends)>,
    duties: Vec<(Duty, Depends)>,
    questions: Vec<(Int, Depends)>,
    followed: Vec<(Units, Following<Depends>)>,
}

/// The minimum number of nodes of a cached value; a smaller one is computed as fast as it is looked
/// up.
const WORTH: usize = 8;
/// The maximum number of cached values of one kind.
const MOST: usize = 2000;

/// The pass "memoise".
pub(crate) struct Memoise;

impl Pass for Memoise {
    fn name(&self) -> &'static str {
        "memoise"
    }

    fn program(&self, c: &mut Compilation<'_>) {
        let alike = Alike::new(c.known.data, &c.known.units);
        let depender = c.depender();
        c.kept = Some(mark(&mut c.program, &depender, &alike));
        c.depender = Some(depender);
    }
}

/// The cached values of a program without memoisation: its views.
pub(crate) fn views_alone(
    program: &mut Program,
    depender: &Depender,
    alike: &Alike,
) -> Kept<Depends> {
    Keeper::new(program, depender, alike).plan(program)
}

/// Marks the cached values of a program; cached sets of hexes become views.
fn mark(program: &mut Program, depender: &Depender, alike: &Alike) -> Kept<Depends> {
    let mut keeper = Keeper::new(program, depender, alike);
    for instr in program.procedures.iter_mut().flat_map(|p| &mut p.code) {
        if let Instr::Decide(decision) = instr {
            for alt in &mut decision.alternatives {
                if let Domain::Units(e) = &mut alt.base {
                    keeper.offered(e);
                }
            }
        }
        visit::instr_mut(instr, &mut |part, _| keeper.part(part));
        if let Instr::Path(reach, ..) = instr {
            keeper.field(reach);
        }
    }
    for answer in &mut program.answers {
        match answer {
            Answer::Int(e) => keeper.part(PartMut::Int(e)),
            Answer::Hexes(e) => keeper.part(PartMut::Hexes(e)),
            Answer::Units(e) => keeper.part(PartMut::Units(e)),
            Answer::Procedure(_) => {}
        }
    }
    keeper.plan(program)
}

impl<'a> Keeper<'a> {
    /// Starts from the views of a program.
    fn new(program: &mut Program, depender: &'a Depender, alike: &'a Alike) -> Keeper<'a> {
        Keeper {
            done: Rewritten::default(),
            depender,
            alike,
            views: std::mem::take(&mut program.views),
            view_depends: depender.views().to_vec(),
            numbers: Vec::new(),
            sets: Vec::new(),
            fields: Vec::new(),
            duties: Vec::new(),
            questions: Vec::new(),
            followed: Vec::new(),
        }
    }

    /// Returns the views to the program, with the dependencies of all cached values.
    fn plan(self, program: &mut Program) -> Kept<Depends> {
        program.views = self.views;
        let depender = self.depender;
        let by_value = ByValue::new(&program.views, &self.view_depends);
        let depender = depender.by_value(by_value.floods);
        let of_flood = depender.by_value(by_value.all);
        let of_view = |e: &Hexes| {
            let of = match floods_itself(&Part::Hexes(e), &[]) {
                true => &of_flood,
                false => &depender,
            };
            of.of(&Part::Hexes(e))
        };
        let of_followed = |(e, known): (Units, Following<Depends>)| {
            following(&depender, &e, known.once).unwrap_or(known)
        };
        Kept {
            quickly_asked: pointwise::quickly_asked(&program.views),
            views: program.views.iter().map(of_view).collect(),
            numbers: self.numbers.into_iter().map(|(_, d)| d).collect(),
            sets: self.sets.into_iter().map(|(_, d)| d).collect(),
            fields: self.fields.into_iter().map(|(_, d)| d).collect(),
            duties: self.duties.into_iter().map(|(_, d)| d).collect(),
            questions: self.questions.into_iter().map(|(_, d)| d).collect(),
            followed: self.followed.into_iter().map(of_followed).collect(),
        }
    }
}

impl Visit for Keeper<'_> {
    fn node<T: Parts>(&mut self, node: &mut Node<T>) {
        once(self, |s| &mut s.done, node);
    }

    fn own<T: Parts>(&mut self, part: &mut T) {
        if let Some(PartMut::Units(Units::Followed(_, e, _))) = part.told() {
            // a value for one unit is not cached as a whole
            return self.beneath_followed(e);
        }
        part.parts(self);
        match part.told() {
            Some(PartMut::Int(e)) => {
                if let Int::Duty(duty) = e {
                    keep_duty(self.depender, &mut self.duties, duty);
                }
                self.number(e);
            }
            Some(PartMut::Hexes(e)) => {
                match e {
                    Hexes::Reach(reach) => self.field(reach),
                    Hexes::Wideners(duty) => keep_duty(self.depender, &mut self.duties, duty),
                    _ => {}
                }
                self.view(e);
            }
            Some(PartMut::Units(e)) => {
                if let Units::Joiners(duty) | Units::GiveWay(duty, _) = e {
                    keep_duty(self.depender, &mut self.duties, duty);
                }
                self.set(e);
                self.question(e);
            }
            None => {}
        }
    }
}

impl Keeper<'_> {
    fn part(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Int(e) => self.own(e),
            PartMut::Hexes(e) => self.own(e),
            PartMut::Units(e) => self.own(e),
        }
    }

    fn number(&mut self, e: &mut Int) {
        let filtered = |u: &Units| matches!(u, Units::Where(..) | Units::WhereKnown(..));
        let asks = match e {
            Int::Least(..) | Int::Sum(..) => true,
            Int::CountUnits(u) | Int::AnyUnit(u) => filtered(u),
            _ => false,
        };
        if !asks || size(&Part::Int(e)) < WORTH || speaks(&Part::Int(e), 0) {
            return;
        }
        let d = self.depender.of(&Part::Int(e));
        if d.all || d.sides != 0 {
            return;
        }
        let Some(at) = number_of(&mut self.numbers, e, d) else {
            return;
        };
        let inner = std::mem::replace(e, Int::Const(0));
        *e = Int::Cached(at, Node::new(inner));
    }

    /// Caches a filter, or a choice of one counter of each class, if no movement on the map changes
    /// its value. Examples are the units of a kind that certain weather affects, and the units that
    /// may leave a box.
    fn set(&mut self, e: &mut Units) {
        let dear = matches!(e, Units::Where(..) | Units::Distinct(_));
        if !dear || size(&Part::Units(e)) < WORTH || speaks(&Part::Units(e), 0) {
            return;
        }
        let d = self.depender.of(&Part::Units(e));
        if d.all || d.sides != 0 {
            return;
        }
        let Some(at) = number_of(&mut self.sets, e, d) else {
            return;
        };
        let inner = std::mem::replace(e, Units::Empty);
        *e = Units::Cached(at, Node::new(inner));
    }

    /// Caches a set of units in the domain of a decision, as a whole or in parts: a choice of one
    /// of each class of identical counters, and the sets that narrow it.
    fn offered(&mut self, e: &mut Units) {
        if let Units::IfElse(_, a, b) = e {
            self.offered(a);
            return self.offered(b);
        }
        let (once, others) = merge_alternatives::apart(std::mem::replace(e, Units::Empty));
        if let Some(whole) = self.once_as_a_whole(&once, others.as_ref()) {
            *e = whole;
            return;
        }
        let mut parts = Vec::new();
        let mut begun = None;
        for part in once {
            if let Units::Distinct(a) = &part {
                if let Some(at) = self.follow(a, true) {
                    let inner = merge_alternatives::without_memos(a);
                    parts.push(Units::Followed(at, Node::new(inner.clone()), true));
                    begun = Some((at, inner));
                    continue;
                }
            }
            parts.push(part);
        }
        let rest = others.and_then(|rest| match begun {
            None => Some(rest),
            Some((at, inner)) => {
                let bounds = merge_alternatives::beyond(&rest, &inner);
                let start = Units::Followed(at, Node::new(inner), false);
                (!bounds.is_empty()).then(|| merge_alternatives::within(start, bounds))
            }
        });
        if let Some(rest) = rest {
            parts.push(match self.follow(&rest, false) {
                Some(at) => Units::Followed(
                    at,
                    Node::new(merge_alternatives::without_memos(&rest)),
                    false,
                ),
                None => rest,
            });
        }
        *e = parts
            .into_iter()
            .reduce(merge_alternatives::and)
            .unwrap_or(Units::Empty);
    }

    /// Turns a choice of one counter of each class, and the sets that narrow the choice, into one
    /// incrementally updated set. Each narrowing set must contain all or none of identical
    /// counters; narrowing before the choice then gives an equal result.
    fn once_as_a_whole(&mut self, once: &[Units], others: Option<&Units>) -> Option<Units> {
        let ([Units::Distinct(a)], Some(rest)) = (once, others) else {
            return None;
        };
        let inner = merge_alternatives::without_memos(a);
        let bounds = merge_alternatives::beyond(rest, &inner);
        if !bounds.iter().all(|(_, e)| self.alike.takes_all_or_none(e)) {
            return None;
        }
        self.follow_within(merge_alternatives::all_bounds(inner, bounds))
    }

    /// The units within some bounds, one counter of each class, as an incrementally updated set. A
    /// condition that does not depend on a unit is hoisted out, so that the set does not depend on
    /// this condition.
    fn follow_within(&mut self, bounds: Bounds) -> Option<Units> {
        if bounds.contains(&(true, Units::Empty)) {
            return Some(Units::Empty);
        }
        match merge_alternatives::by_condition(bounds) {
            Ok((c, then, other)) => {
                let (then, other) = (self.follow_within(then)?, self.follow_within(other)?);
                Some(Units::IfElse(
                    Node::new(c),
                    Node::new(then),
                    Node::new(other),
                ))
            }
            Err(bounds) => {
                let whole = merge_alternatives::in_order(bounds);
                let at = self.follow(&whole, true)?;
                Some(Units::Followed(at, Node::new(whole), true))
            }
        }
    }

    /// The number of an incrementally updated set, new if need be; None if the set is small, or
    /// depends on values that change while units move.
    fn follow(&mut self, e: &Units, once: bool) -> Option<u16> {
        let worth = once || size(&Part::Units(e)) >= WORTH;
        if !worth || speaks(&Part::Units(e), 0) {
            return None;
        }
        let following = following(self.depender, e, once)?;
        let known = self.followed.iter().position(|(one, _)| one == e);
        let at = known.unwrap_or(self.followed.len());
        if at == MOST {
            return None;
        }
        if known.is_none() {
            self.followed.push((e.clone(), following));
        }
        self.followed[at].1.once |= once;
        Some(at as u16)
    }

    /// Caches the queries about one unit in a part of an incrementally updated set; the part as a
    /// whole is not cached.
    fn within_followed(&mut self, e: &mut Units) {
        self.beneath_followed(e);
        if matches!(e, Units::Where(..)) && self.turns_on_variables(e) {
            self.set(e);
        }
        self.question(e);
    }

    /// Visits the parts of an incrementally updated set.
    fn beneath_followed(&mut self, e: &mut Units) {
        visit::units_mut(e, &mut |part, _| match part {
            PartMut::Units(e) => self.within_followed(e),
            part => self.part(part),
        });
    }

    /// Whether a set depends only on variables, so that movement does not change it.
    fn turns_on_variables(&self, e: &Units) -> bool {
        let mut d = self.depender.of(&Part::Units(e));
        d.variables.clear();
        d == Depends::default()
    }

    /// Caches the condition of a filter for each unit, if the condition depends on that unit and
    /// little else.
    fn question(&mut self, e: &mut Units) {
        let Units::Where(_, c) = e else { return };
        if size(&Part::Int(c)) < WORTH || speaks(&Part::Int(c), 1) {
            return;
        }
        let d = self.depender.about_one(c);
        if d.all || d.sides.count_ones() > 1 {
            return;
        }
        let Some(at) = number_of(&mut self.questions, &**c, d) else {
            return;
        };
        if let Units::Where(a, c) = std::mem::replace(e, Units::Empty) {
            *e = Units::WhereKnown(at, a, c);
        }
    }

    /// Caches a set of hexes as an unnamed view: the places of units of a kind, sets derived from
    /// them, and any set that takes a flood or a loop.
    fn view(&mut self, e: &mut Hexes) {
        let dear = match e {
            Hexes::HexesOf(_) | Hexes::Flood { .. } | Hexes::Where(..) => true,
            Hexes::Adjacent(_, a) => !matches!(**a, Hexes::One(_)),
            _ => false,
        };
        if !dear || speaks(&Part::Hexes(e), 0) {
            return;
        }
        let d = self.depender.of(&Part::Hexes(e));
        if d.all || !d.locals.is_empty() {
            return;
        }
        let known = self.views.iter().position(|v| v == e);
        let at = known.unwrap_or(self.views.len());
        if at == MOST {
            return;
        }
        if known.is_none() {
            self.views.push(e.clone());
            self.view_depends.push(d);
        }
        let inner = std::mem::replace(e, Hexes::Empty);
        *e = Hexes::Cached(at as u16, Node::new(inner));
    }

    fn field(&mut self, reach: &mut Reach) {
        let whole = Hexes::Reach(Node::new(reach.clone()));
        if speaks(&Part::Hexes(&whole), 0) {
            return;
        }
        let mut d = Depends::default();
        Part::Hexes(&whole).parts(&mut |part, _| d.add(&self.depender.of(&part)));
        if d.all {
            return;
        }
        reach.kept = number_of(&mut self.fields, reach, d);
    }
}

/// Makes a duty to attack cached, in the form with all units where they stand. The hexes to which
/// units could move, the odds and the declared battle are not part of the cached form.
pub(crate) fn keep_duty(depender: &Depender, known: &mut Vec<(Duty, Depends)>, duty: &mut Duty) {
    let near = Duty {
        spots: None,
        odds: (Int::Const(0), Int::Const(0)),
        begun: None,
        ..duty.clone()
    };
    let whole = Int::Duty(Node::new(near.clone()));
    let mut d = Depends::default();
    Part::Int(&whole).parts(&mut |part, _| d.add(&depender.of(&part)));
    if !d.all && !speaks(&Part::Int(&whole), 0) {
        duty.kept = number_of(known, &near, d);
    }
}

/// The views on whose value the cached values derived from them depend. If such a view is computed
/// again with an equal result, the values derived from it remain valid (early cutoff).
struct ByValue {
    /// For each view, whether it changes with steps of units and contains a flood or a view that
    /// does. Few steps change such a view, so every value derived from it depends on its value.
    floods: Vec<bool>,
    /// For each view, whether it changes with steps of units. A flood derived from such a view
    /// depends on the value of the view, since floods are expensive.
    all: Vec<bool>,
}

impl ByValue {
    fn new(views: &[Hexes], depends: &[Depends]) -> ByValue {
        let mut floods = Vec::with_capacity(views.len());
        for view in views {
            floods.push(floods_itself(&Part::Hexes(view), &floods));
        }
        let all: Vec<bool> = depends.iter().map(Depends::changes_with_steps).collect();
        let both = floods.iter().zip(&all);
        ByValue {
            floods: both.map(|(&floods, &able)| floods && able).collect(),
            all,
        }
    }
}

/// Whether an expression contains a flood, itself or in a view that it uses; `known` says for each
/// view whether the view does.
fn floods_itself(part: &Part<'_>, known: &[bool]) -> bool {
    match part {
        Part::Hexes(Hexes::Flood { .. }) => return true,
        Part::Hexes(Hexes::View(v) | Hexes::Cached(v, _)) => {
            return known.get(*v as usize) == Some(&true);
        }
        _ => {}
    }
    let mut found = false;
    part.parts(&mut |inner, _| found |= floods_itself(&inner, known));
    found
}

/// The number of a cached value, new if it is not known yet; None if there are too many.
fn number_of<T: Clone + PartialEq>(
    known: &mut Vec<(T, Depends)>,
    e: &T,
    d: Depends,
) -> Option<u16> {
    let at = known.iter().position(|(one, _)| one == e);
    if at.is_none() && known.len() < MOST {
        known.push((e.clone(), d));
        return Some(known.len() as u16 - 1);
    }
    at.map(|at| at as u16)
}

#[cfg(test)]
mod tests {
    use super::{Alike, Keeper, Rewritten};
    use crate::game::Game;
    use crate::ir::expr::{Int, Units};
    use crate::ir::node::Node;

    fn b<T>(x: T) -> Node<T> {
        Node::new(x)
    }

    /// The cached form of a choice of one counter of each class.
    fn offered(game: &Game, mut e: Units) -> Units {
        let mut keeper = Keeper {
            done: Rewritten::default(),
            depender: &game.depender,
            alike: &Alike::new(&game.data, &game.fixed_units),
            views: Vec::new(),
            view_depends: Vec::new(),
            numbers: Vec::new(),
            sets: Vec::new(),
            fields: Vec::new(),
            duties: Vec::new(),
            questions: Vec::new(),
            followed: Vec::new(),
        };
        keeper.offered(&mut e);
        e
    }

    #[test]
    fn what_is_offered_is_narrowed_first_unless_that_tells_alike_counters_apart() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/blue-kremlin.efg");
        let game = Game::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let once = || Units::Distinct(b(Units::OnMap));
        let free = Units::Difference(b(Units::OnMap), b(Units::Flag(0)));
        let narrowed = offered(&game, Units::Difference(b(once()), b(Units::Flag(0))));
        assert_eq!(narrowed, Units::Followed(0, b(free.clone()), true));
        // a condition that does not depend on a unit is hoisted
        let open = Units::IfElse(b(Int::Var(0)), b(Units::All), b(Units::Flag(1)));
        let narrowed = offered(&game, Units::Intersection(b(once()), b(open)));
        let Units::IfElse(c, then, other) = narrowed else {
            panic!("{narrowed:?}");
        };
        assert_eq!(*c, Int::Var(0));
        assert_eq!(*then, Units::Followed(0, b(Units::OnMap), true));
        let marked = Units::Intersection(b(Units::OnMap), b(Units::Flag(1)));
        assert_eq!(*other, Units::Followed(1, b(marked), true));
        // the representative of identical counters is chosen before a filter tells them apart
        let seventh = Units::Where(
            b(Units::OnMap),
            b(Int::Eq(b(Int::Bound(0)), b(Int::Const(7)))),
        );
        let narrowed = offered(&game, Units::Intersection(b(once()), b(seventh)));
        let Units::Intersection(first, _) = narrowed else {
            panic!("{narrowed:?}");
        };
        assert_eq!(*first, Units::Followed(0, b(Units::OnMap), true));
    }
}
