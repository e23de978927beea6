//! Rewrites a program, once at load, into one that does the same with less work.
//!
//! What a file says stays as it is beside it and is run whenever counts by rule or traces are
//! wanted, as nothing here keeps `Ruled`. An expression that is not evaluated cannot be at fault, so a
//! sound program runs alike in both forms; tests hold the two against each other.

use crate::file::{Answer, GameData};
use crate::ir::expr::{Hexes, Int, Reach, Units};
use crate::ir::instr::{Alternative, Domain, Instr, Limit, Procedure};
use crate::ir::node::Node;
use crate::ir::rewrite::Rewritten;
use crate::ir::visit::{self, Part, PartMut};
use crate::kernel::flood::EdgeMasks;
use crate::kernel::hexset::bits;
use crate::program::passes::common_subexpressions;
use crate::program::passes::constant_folding::{
    at_most, bare, both, either, equal, fold, less, not,
};
use crate::program::passes::materialise_sets::Standings;
use crate::program::passes::merge_alternatives;
use crate::program::passes::reorder_operands;
use crate::program::passes::vectorise_filters;

/// Hexsides of a kind are rare when so many times the hexes that have them are fewer than all.
const RARE: u32 = 16;

/// The sets that are known at load; folding adds to them.
pub(crate) struct Known<'a> {
    pub(crate) data: &'a GameData,
    pub(crate) edges: &'a [EdgeMasks],
    pub(crate) all_hexes: Box<[u64]>,
    pub(crate) all_units: Box<[u64]>,
    pub(crate) hexes: Vec<Box<[u64]>>,
    pub(crate) units: Vec<Box<[u64]>>,
    /// The sets that are kept in the state, as it runs.
    pub(crate) standings: Standings,
    /// What stands in for each view that is no more than a set which stands ready.
    pub(crate) ready_views: Vec<Option<Hexes>>,
}

/// The rewritten program.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) procedures: Vec<Procedure>,
    pub(crate) views: Vec<Hexes>,
    pub(crate) answers: Vec<Answer>,
    pub(crate) hidden: Vec<Units>,
}

impl Program {
    /// Visits the outermost expressions.
    pub(crate) fn parts_mut(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        self.views.iter_mut().for_each(|e| f(PartMut::Hexes(e)));
        self.hidden.iter_mut().for_each(|e| f(PartMut::Units(e)));
        for instr in self.procedures.iter_mut().flat_map(|p| &mut p.code) {
            visit::instr_mut(instr, &mut |part, _| f(part));
        }
        for answer in &mut self.answers {
            match answer {
                Answer::Int(e) => f(PartMut::Int(e)),
                Answer::Hexes(e) => f(PartMut::Hexes(e)),
                Answer::Units(e) => f(PartMut::Units(e)),
                Answer::Procedure(_) => {}
            }
        }
    }
}

/// Rewrites a game's program.
pub(crate) fn program(known: &mut Known<'_>) -> Program {
    let data = known.data;
    let mut out = Program {
        procedures: data.procedures.clone(),
        views: data.views.clone(),
        answers: data.queries.iter().map(|q| q.answer.clone()).collect(),
        hidden: data.hidden.clone(),
    };
    // what is said in many places is rewritten once
    common_subexpressions::program(&mut out);
    let mut done = Rewritten::default();
    // views first, as what they stand on is asked for most
    for view in &mut out.views {
        done.part(PartMut::Hexes(view), &mut |part| known.simple(part));
        let ready = view.stands_ready();
        known.ready_views.push(ready.then(|| view.clone()));
    }
    for instr in out.procedures.iter_mut().flat_map(|p| &mut p.code) {
        visit::instr_mut(instr, &mut |part, _| {
            done.part(part, &mut |part| known.simple(part));
        });
        shorten(instr);
    }
    let hidden = out.hidden.iter_mut().map(PartMut::Units);
    let answers = out.answers.iter_mut().filter_map(|answer| match answer {
        Answer::Int(e) => Some(PartMut::Int(e)),
        Answer::Hexes(e) => Some(PartMut::Hexes(e)),
        Answer::Units(e) => Some(PartMut::Units(e)),
        Answer::Procedure(_) => None,
    });
    for part in hidden.chain(answers) {
        done.part(part, &mut |part| known.simple(part));
    }
    reorder_operands::program(&mut out);
    out
}

/// What is asked only for truth needs no 0 or 1.
fn shorten(instr: &mut Instr) {
    match instr {
        Instr::JumpIfFalse(e, _) => *e = bare(std::mem::replace(e, Int::Const(0))),
        Instr::Decide(decision) => {
            decision.alternatives.iter_mut().for_each(ask_first);
            decision
                .alternatives
                .iter_mut()
                .for_each(merge_alternatives::alternative);
        }
        _ => {}
    }
}

/// Whether a limit takes nothing from what is offered before it: it allows all, or what is offered
/// is just that, or is a movement field that keeps out of what it forbids.
fn takes_nothing(limit: &Domain, base: &Domain) -> bool {
    match (limit, base) {
        (Domain::When(Int::Const(k)), _) => *k != 0,
        (Domain::Hexes(Hexes::All), _) | (Domain::Units(Units::All), _) => true,
        (Domain::Hexes(Hexes::Difference(all, shut)), Domain::Hexes(base)) => {
            let keeps_out = field(base).is_some_and(|reach| holds(&reach.blocked, shut));
            **all == Hexes::All && keeps_out
        }
        (limit, base) => limit == base,
    }
}

/// The movement field that a set is.
fn field(set: &Hexes) -> Option<&Reach> {
    match set {
        Hexes::Memo(_, set) => field(set),
        Hexes::Reach(reach) => Some(reach),
        _ => None,
    }
}

/// Whether a set is another one, or a union with it.
fn holds(set: &Hexes, part: &Hexes) -> bool {
    let inner = |e: &Hexes| holds(e, part);
    set == part || matches!(set, Hexes::Union(a, b) if inner(a) || inner(b))
}

/// What allows all or nothing is asked before what is offered is worked out, where it may be.
fn ask_first(alt: &mut Alternative) {
    let base = &alt.base;
    alt.limits.retain(|l| !takes_nothing(&l.allows, base));
    let fields = |domain: &Domain| {
        let mut found = false;
        visit::domain(domain, &mut |part, _| {
            found |= vectorise_filters::moves_field(part)
        });
        found
    };
    let fixed = fields(&alt.base) || alt.limits.iter().any(|l| fields(&l.allows));
    let early = |domain: &Domain| match domain {
        Domain::When(e) => !fixed && vectorise_filters::total(Part::Int(e)),
        _ => false,
    };
    let (first, rest): (Vec<Limit>, Vec<Limit>) = std::mem::take(&mut alt.limits)
        .into_iter()
        .partition(|l| early(&l.allows));
    alt.limits = rest;
    for limit in first.into_iter().rev() {
        if let Domain::When(c) = limit.allows {
            let base = std::mem::replace(&mut alt.base, Domain::When(Int::Const(0)));
            alt.base = only_when(bare(c), base);
        }
    }
    let limits = alt.limits.iter_mut().map(|l| &mut l.allows);
    for domain in std::iter::once(&mut alt.base).chain(limits) {
        if let Domain::When(e) = domain {
            *e = bare(std::mem::replace(e, Int::Const(0)));
        }
    }
}

/// What a domain offers when a condition holds, and nothing when it does not.
fn only_when(c: Int, domain: Domain) -> Domain {
    let c = Node::new(c);
    match domain {
        Domain::When(e) => Domain::When(both(c.take(), e)),
        Domain::Numbers(e) => {
            Domain::Numbers(Int::IfElse(c, Node::new(e), Node::new(Int::Const(0))))
        }
        Domain::Hexes(e) => Domain::Hexes(Hexes::IfElse(c, Node::new(e), Node::new(Hexes::Empty))),
        Domain::Units(e) => Domain::Units(Units::IfElse(c, Node::new(e), Node::new(Units::Empty))),
    }
}

impl Known<'_> {
    /// Rewrites a part whose own parts are rewritten.
    pub(crate) fn simple(&mut self, part: PartMut<'_>) {
        match part {
            PartMut::Int(e) => *e = self.simple_int(std::mem::replace(e, Int::Const(0))),
            PartMut::Hexes(e) => *e = self.simple_hexes(std::mem::replace(e, Hexes::Empty)),
            PartMut::Units(e) => *e = self.simple_units(std::mem::replace(e, Units::Empty)),
        }
    }

    fn simple_int(&self, e: Int) -> Int {
        match e {
            Int::Ruled(_, a) => a.take(),
            Int::Add(a, b) => fold(a.take(), b.take(), i64::saturating_add, Int::Add),
            Int::Sub(a, b) => fold(a.take(), b.take(), i64::saturating_sub, Int::Sub),
            Int::Mul(a, b) => fold(a.take(), b.take(), i64::saturating_mul, Int::Mul),
            Int::Min(a, b) => fold(a.take(), b.take(), i64::min, Int::Min),
            Int::Max(a, b) => fold(a.take(), b.take(), i64::max, Int::Max),
            Int::Eq(a, b) => equal(a.take(), b.take()),
            Int::Lt(a, b) => less(a.take(), b.take()),
            Int::Le(a, b) => at_most(a.take(), b.take()),
            Int::And(a, b) => both(a.take(), b.take()),
            Int::Or(a, b) => either(a.take(), b.take()),
            Int::Not(a) => not(a.take()),
            Int::IfElse(c, a, b) => match bare(c.take()) {
                Int::Const(0) => b.take(),
                Int::Const(_) => a.take(),
                Int::Not(c) => Int::IfElse(c, b, a),
                c => Int::IfElse(Node::new(c), a, b),
            },
            Int::ContainsHex(set, _) if *set == Hexes::Empty => Int::Const(0),
            Int::ContainsUnit(set, _) if *set == Units::Empty => Int::Const(0),
            Int::ContainsUnit(set, u) => match (self.known_units(&set), &*u) {
                (Some(set), Int::Const(u)) => Int::Const(i64::from(members(&set).any(|m| m == *u))),
                _ => Int::ContainsUnit(set, u),
            },
            Int::NextUnit(set, after) => match (self.known_units(&set), &*after) {
                (Some(set), Int::Const(n)) => {
                    Int::Const(members(&set).find(|m| m > n).unwrap_or(-1))
                }
                _ => Int::NextUnit(set, after),
            },
            Int::CountHexes(set) if *set == Hexes::Empty => Int::Const(0),
            Int::CountUnits(set) if *set == Units::Empty => Int::Const(0),
            Int::Table(t, at) => self.cell(t, at),
            e => e,
        }
    }

    /// A cell whose place is known.
    fn cell(&self, t: u16, at: Box<[Int]>) -> Int {
        let table = &self.data.tables[t as usize];
        let mut index = 0usize;
        for ((a, &low), &size) in at.iter().zip(&table.low).zip(&table.size) {
            match a {
                Int::Const(k) if (0..i64::from(size)).contains(&(k - i64::from(low))) => {
                    index = index * size as usize + (k - i64::from(low)) as usize;
                }
                _ => return Int::Table(t, at),
            }
        }
        match table.cells.get(index) {
            Some(&cell) => Int::Const(i64::from(cell)),
            None => Int::Table(t, at),
        }
    }

    fn known_hexes(&self, e: &Hexes) -> Option<Box<[u64]>> {
        match e {
            Hexes::Empty => Some(vec![0; self.all_hexes.len()].into()),
            Hexes::All => Some(self.all_hexes.clone()),
            Hexes::Fixed(i) => Some(self.hexes[*i as usize].clone()),
            _ => None,
        }
    }

    fn known_units(&self, e: &Units) -> Option<Box<[u64]>> {
        match e {
            Units::Fixed(i) => Some(self.units[*i as usize].clone()),
            _ => None,
        }
    }

    /// Two known sets as one.
    fn fold_hexes(&mut self, a: &Hexes, b: &Hexes, op: fn(u64, u64) -> u64) -> Option<Hexes> {
        let words = joined(self.known_hexes(a)?, &self.known_hexes(b)?, op);
        if words.iter().all(|&w| w == 0) {
            return Some(Hexes::Empty);
        }
        Some(Hexes::Fixed(add(&mut self.hexes, words)?))
    }

    fn fold_units(&mut self, a: &Units, b: &Units, op: fn(u64, u64) -> u64) -> Option<Units> {
        let words = joined(self.known_units(a)?, &self.known_units(b)?, op);
        if words.iter().all(|&w| w == 0) {
            return Some(Units::Empty);
        }
        Some(Units::Fixed(add(&mut self.units, words)?))
    }

    fn simple_hexes(&mut self, e: Hexes) -> Hexes {
        match e {
            Hexes::Ruled(_, a) => a.take(),
            Hexes::View(v) => match self.ready_views.get(v as usize) {
                Some(Some(ready)) => ready.clone(),
                _ => Hexes::View(v),
            },
            Hexes::Memo(slot, a) => match a.take() {
                a @ (Hexes::Empty | Hexes::All | Hexes::Fixed(_) | Hexes::View(_)) => a,
                a => Hexes::Memo(slot, Node::new(a)),
            },
            Hexes::IfElse(c, a, b) => match bare(c.take()) {
                Int::Const(0) => b.take(),
                Int::Const(_) => a.take(),
                Int::Not(c) => Hexes::IfElse(c, b, a),
                c => Hexes::IfElse(Node::new(c), a, b),
            },
            Hexes::Union(a, b) => match (a.take(), b.take()) {
                (Hexes::Empty, x) | (x, Hexes::Empty) => x,
                (a, b) => match self.fold_hexes(&a, &b, |a, b| a | b) {
                    Some(set) => set,
                    None => Hexes::Union(Node::new(a), Node::new(b)),
                },
            },
            Hexes::Intersection(a, b) => self.common_hexes(a.take(), b.take()),
            Hexes::Difference(a, b) => self.less_hexes(a.take(), b.take()),
            Hexes::Where(a, c) => match a.take() {
                Hexes::Empty => Hexes::Empty,
                Hexes::Where(a, first) => self.where_hexes(a.take(), both(first.take(), c.take())),
                a => self.where_hexes(a, c.take()),
            },
            Hexes::Adjacent(Some(mask), a) => self.beside(mask, a),
            e @ (Hexes::Stacked(..) | Hexes::HexesOf(_)) => self.standing(&e).unwrap_or(e),
            e => e,
        }
    }

    /// The hexes beside one, across hexsides that few hexes have: none beside most.
    fn beside(&mut self, mask: u8, a: Node<Hexes>) -> Hexes {
        let Hexes::One(h) = &*a else {
            return Hexes::Adjacent(Some(mask), a);
        };
        let open = &self.edges[mask as usize].open;
        let mut from = vec![0; self.all_hexes.len()].into_boxed_slice();
        for row in open {
            from.iter_mut().zip(&row[..]).for_each(|(a, b)| *a |= b);
        }
        let count = |set: &[u64]| set.iter().map(|w| w.count_ones()).sum::<u32>();
        let rare = count(&from) * RARE < count(&self.all_hexes);
        let asked = if rare {
            add(&mut self.hexes, from)
        } else {
            None
        };
        match asked {
            Some(from) => {
                let has = Int::ContainsHex(Node::new(Hexes::Fixed(from)), h.clone());
                let there = Hexes::Adjacent(Some(mask), a);
                Hexes::IfElse(Node::new(has), Node::new(there), Node::new(Hexes::Empty))
            }
            None => Hexes::Adjacent(Some(mask), a),
        }
    }

    fn common_hexes(&mut self, a: Hexes, b: Hexes) -> Hexes {
        match (a, b) {
            (Hexes::Empty, _) | (_, Hexes::Empty) => Hexes::Empty,
            (Hexes::All, x) | (x, Hexes::All) => x,
            // all hexes or none, by a condition
            (x, Hexes::IfElse(c, all, none)) | (Hexes::IfElse(c, all, none), x)
                if *all == Hexes::All && *none == Hexes::Empty =>
            {
                Hexes::IfElse(c, Node::new(x), none)
            }
            (a, Hexes::Where(b, c)) => {
                let a = self.common_hexes(a, b.take());
                Hexes::Where(Node::new(a), c)
            }
            (a, b) => match self.fold_hexes(&a, &b, |a, b| a & b) {
                Some(set) => set,
                None => Hexes::Intersection(Node::new(a), Node::new(b)),
            },
        }
    }

    fn less_hexes(&mut self, a: Hexes, b: Hexes) -> Hexes {
        match (a, b) {
            (Hexes::Empty, _) => Hexes::Empty,
            (a, Hexes::Empty) => a,
            (Hexes::IfElse(c, a, none), b) if *none == Hexes::Empty => {
                Hexes::IfElse(c, Node::new(self.less_hexes(a.take(), b)), none)
            }
            (a, Hexes::Difference(x, y)) if self.within(&a, &x) => self.common_hexes(a, y.take()),
            (a, b) => match self.fold_hexes(&a, &b, |a, b| a & !b) {
                Some(set) => set,
                None => Hexes::Difference(Node::new(a), Node::new(b)),
            },
        }
    }

    /// Whether one known set lies within another.
    fn within(&self, a: &Hexes, b: &Hexes) -> bool {
        match (self.known_hexes(a), self.known_hexes(b)) {
            (Some(a), Some(b)) => a.iter().zip(&b[..]).all(|(a, b)| a & !b == 0),
            _ => false,
        }
    }

    fn where_hexes(&mut self, set: Hexes, condition: Int) -> Hexes {
        let (kept, left) = vectorise_filters::hexes(self, set, condition);
        match left {
            None => kept,
            Some(c) => Hexes::Where(Node::new(kept), Node::new(bare(c))),
        }
    }

    fn simple_units(&mut self, e: Units) -> Units {
        match e {
            Units::Ruled(_, a) => a.take(),
            Units::Memo(slot, a) => match a.take() {
                a @ (Units::Empty | Units::All | Units::OnMap | Units::Fixed(_)) => a,
                a => Units::Memo(slot, Node::new(a)),
            },
            Units::IfElse(c, a, b) => match bare(c.take()) {
                Int::Const(0) => b.take(),
                Int::Const(_) => a.take(),
                Int::Not(c) => Units::IfElse(c, b, a),
                c => Units::IfElse(Node::new(c), a, b),
            },
            Units::Union(a, b) => match (a.take(), b.take()) {
                (Units::Empty, x) | (x, Units::Empty) => x,
                (a, b) => match self.fold_units(&a, &b, |a, b| a | b) {
                    Some(set) => set,
                    None => Units::Union(Node::new(a), Node::new(b)),
                },
            },
            Units::Intersection(a, b) => self.common_units(a.take(), b.take()),
            Units::Difference(a, b) => self.less_units(a.take(), b.take()),
            Units::Where(a, c) => match a.take() {
                Units::Empty => Units::Empty,
                Units::Where(a, first) => self.where_units(a.take(), both(first.take(), c.take())),
                a => self.where_units(a, c.take()),
            },
            Units::In(h) if *h == Hexes::Empty => Units::Empty,
            Units::In(h) if *h == Hexes::All => Units::OnMap,
            Units::Distinct(a) if *a == Units::Empty => Units::Empty,
            e => e,
        }
    }

    pub(crate) fn common_units(&mut self, a: Units, b: Units) -> Units {
        match (a, b) {
            (Units::Empty, _) | (_, Units::Empty) => Units::Empty,
            (Units::All, x) | (x, Units::All) => x,
            (a, Units::Where(b, c)) => {
                let a = self.common_units(a, b.take());
                Units::Where(Node::new(a), c)
            }
            (a, b) => match self.fold_units(&a, &b, |a, b| a & b) {
                Some(set) => set,
                None => Units::Intersection(Node::new(a), Node::new(b)),
            },
        }
    }

    pub(crate) fn less_units(&mut self, a: Units, b: Units) -> Units {
        match (a, b) {
            (Units::Empty, _) | (_, Units::All) => Units::Empty,
            (a, Units::Empty) => a,
            (a, b) => match self.fold_units(&a, &b, |a, b| a & !b) {
                Some(set) => set,
                None => Units::Difference(Node::new(a), Node::new(b)),
            },
        }
    }

    fn where_units(&mut self, set: Units, condition: Int) -> Units {
        let (kept, left) = vectorise_filters::units(self, set, condition);
        match left {
            None => kept,
            Some(c) => Units::Where(Node::new(kept), Node::new(bare(c))),
        }
    }

    pub(crate) fn common(&mut self, a: Hexes, b: Hexes) -> Hexes {
        self.common_hexes(a, b)
    }

    pub(crate) fn without(&mut self, a: Hexes, b: Hexes) -> Hexes {
        self.less_hexes(a, b)
    }
}

pub(crate) fn joined(mut a: Box<[u64]>, b: &[u64], op: fn(u64, u64) -> u64) -> Box<[u64]> {
    a.iter_mut().zip(b).for_each(|(a, b)| *a = op(*a, *b));
    a
}

/// The units of a set, in order.
fn members(set: &[u64]) -> impl Iterator<Item = i64> + '_ {
    let words = set.iter().enumerate();
    words.flat_map(|(w, &word)| bits(word).map(move |bit| (w * 64 + bit) as i64))
}

/// The number of a set, made when it is new.
fn add(sets: &mut Vec<Box<[u64]>>, words: Box<[u64]>) -> Option<u16> {
    let at = match sets.iter().position(|s| *s == words) {
        Some(at) => at,
        None => {
            sets.push(words);
            sets.len() - 1
        }
    };
    u16::try_from(at).ok()
}
