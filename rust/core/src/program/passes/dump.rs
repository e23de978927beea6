//! Writes a program as text, in the form that it has after a pass.
//!
//! The first line has the number of nodes; shared nodes count once. Each instruction has a line
//! with its index; the alternatives of a decision follow it. Sets are written with `&`, `|` and
//! `-`, and filters as `{x in set: condition}`, where `#0` is the innermost member. A node marked
//! by a pass is written as the name of the mark and its number.

use crate::file::{Answer, GameData};
use crate::ir::expr::{Clash, Duty, Hexes, Int, Reach, Units};
use crate::ir::instr::{Alternative, Domain, Instr, Procedure};
use crate::ir::node::Node;
use crate::ir::rewrite::{address, Parts, Visit};
use crate::ir::visit::PartMut;
use crate::program::passes::Program;
use std::collections::HashSet;
use std::fmt::Write;

/// A program as text: all of it, or the procedures, views and queries named `part`.
pub(crate) fn text(data: &GameData, program: &Program, part: Option<&str>) -> String {
    let w = Writer { data };
    let wanted = |name: &str| part.is_none_or(|part| part == name);
    let mut out = String::new();
    if part.is_none() {
        let _ = writeln!(out, "{} parts", Parted::of(program));
    }
    for (name, view) in w.view_names(program.views.len()).zip(&program.views) {
        if wanted(&name) {
            let _ = writeln!(out, "view {name} = {}", w.hexes(view));
        }
    }
    for (side, hidden) in data.sides.iter().zip(&program.hidden) {
        let name = format!("hidden from {side}");
        if wanted(&name) {
            let _ = writeln!(out, "{name} = {}", w.units(hidden));
        }
    }
    for (query, answer) in data.queries.iter().zip(&program.answers) {
        if wanted(&query.name) {
            let answer = match answer {
                Answer::Int(e) => w.int(e),
                Answer::Hexes(e) => w.hexes(e),
                Answer::Units(e) => w.units(e),
                Answer::Procedure(p) => format!("call {}", w.procedure_name(*p)),
            };
            let _ = writeln!(out, "query {}/{} = {answer}", query.name, query.args);
        }
    }
    for procedure in &program.procedures {
        if wanted(&procedure.name) {
            w.procedure(&mut out, procedure);
        }
    }
    out
}

/// The addresses of the nodes counted so far, so that a shared node counts once.
#[derive(Default)]
struct Parted(HashSet<usize>);

impl Parted {
    fn of(program: &Program) -> usize {
        let (mut program, mut met) = (program.clone(), Parted::default());
        let mut outermost = 0;
        program.parts_mut(&mut |part| {
            outermost += 1;
            match part {
                PartMut::Int(e) => met.own(e),
                PartMut::Hexes(e) => met.own(e),
                PartMut::Units(e) => met.own(e),
            }
        });
        outermost + met.0.len()
    }
}

impl Visit for Parted {
    fn node<T: Parts>(&mut self, node: &mut Node<T>) {
        if self.0.insert(address(node) as usize) {
            T::clone(node).parts(self);
        }
    }
}

/// Writes expressions and instructions with the names that the game gives to flags, variables and
/// so on.
struct Writer<'a> {
    data: &'a GameData,
}

fn named(names: &[String], at: usize) -> String {
    names.get(at).cloned().unwrap_or_else(|| format!("?{at}"))
}

impl Writer<'_> {
    /// The names of the first `count` views; a view that a pass has added has a number as its name.
    fn view_names(&self, count: usize) -> impl Iterator<Item = String> + '_ {
        (0..count).map(|v| self.view_name(v))
    }

    fn view_name(&self, v: usize) -> String {
        let name = self.data.view_names.get(v).filter(|name| !name.is_empty());
        name.cloned().unwrap_or_else(|| format!("view {v}"))
    }

    fn procedure_name(&self, p: u16) -> &str {
        let procedure = self.data.procedures.get(usize::from(p));
        procedure.map_or("?", |p| &p.name)
    }

    fn variable(&self, v: u16) -> &str {
        let variable = self.data.variables.get(usize::from(v));
        variable.map_or("?", |v| &v.name)
    }

    fn unit_flag(&self, f: u8) -> String {
        named(&self.data.unit_flags, usize::from(f))
    }

    fn hex_flag(&self, f: u8) -> String {
        named(&self.data.hex_flags, usize::from(f))
    }

    fn side(&self, side: u8) -> String {
        named(&self.data.sides, usize::from(side))
    }

    fn rule(&self, rule: u16) -> String {
        match self.data.rules.get(usize::from(rule)) {
            Some(id) if !id.is_empty() => format!("  by {id}"),
            _ => String::new(),
        }
    }

    fn mask(&self, mask: Option<u8>) -> String {
        let name = |m: u8| self.data.edge_masks.get(usize::from(m)).map(|m| &*m.name);
        mask.map_or(String::new(), |m| {
            format!(" over {}", name(m).unwrap_or("?"))
        })
    }

    fn procedure(&self, out: &mut String, p: &Procedure) {
        let _ = writeln!(out, "procedure {}/{} ({} locals)", p.name, p.args, p.locals);
        for (pc, instr) in p.code.iter().enumerate() {
            let _ = writeln!(out, "{pc:5}  {}", self.instr(instr));
            if let Instr::Decide(decision) = instr {
                for alternative in &decision.alternatives {
                    self.alternative(out, alternative);
                }
            }
        }
    }

    fn alternative(&self, out: &mut String, a: &Alternative) {
        let verb = self.data.verbs.get(usize::from(a.verb));
        let verb = verb.map_or("?", |v| &v.name);
        let passes = if a.passes { ", passes" } else { "" };
        let base = self.domain(&a.base);
        let _ = writeln!(
            out,
            "         {verb} -> l{}, {}{passes}: {base}",
            a.into, a.target
        );
        for limit in &a.limits {
            let (allows, rule) = (self.domain(&limit.allows), self.rule(limit.rule));
            let _ = writeln!(out, "           within {allows}{rule}");
        }
    }

    fn domain(&self, domain: &Domain) -> String {
        match domain {
            Domain::When(e) => format!("if {}", self.int(e)),
            Domain::Numbers(e) => format!("numbers of {}", self.int(e)),
            Domain::Hexes(e) => self.hexes(e),
            Domain::Units(e) => self.units(e),
        }
    }

    fn instr(&self, instr: &Instr) -> String {
        let list = |all: &[Int]| {
            all.iter()
                .map(|e| self.int(e))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match instr {
            Instr::SetVar(v, e, r) => {
                format!("{} := {}{}", self.variable(*v), self.int(e), self.rule(*r))
            }
            Instr::SetLocal(l, e) => format!("l{l} := {}", self.int(e)),
            Instr::Place(u, p, r) => {
                format!("place {} at {}{}", self.int(u), self.int(p), self.rule(*r))
            }
            Instr::PlaceAlong(u, n, r) => {
                format!(
                    "place {} along {} steps{}",
                    self.int(u),
                    self.int(n),
                    self.rule(*r)
                )
            }
            Instr::PlaceAll(u, p, r) => {
                format!(
                    "place all {} at {}{}",
                    self.units(u),
                    self.int(p),
                    self.rule(*r)
                )
            }
            Instr::SetUnitFlag(f, set, e, r) => {
                let (flag, set) = (self.unit_flag(*f), self.units(set));
                format!("{flag}[{set}] := {}{}", self.int(e), self.rule(*r))
            }
            Instr::SetUnitField(f, u, e, r) => {
                let field = named(&self.data.unit_fields, usize::from(*f));
                format!(
                    "{field}[{}] := {}{}",
                    self.int(u),
                    self.int(e),
                    self.rule(*r)
                )
            }
            Instr::SetHexFlag(f, set, e, r) => {
                let (flag, set) = (self.hex_flag(*f), self.hexes(set));
                format!("{flag}[{set}] := {}{}", self.int(e), self.rule(*r))
            }
            Instr::Jump(to) => format!("jump {to}"),
            Instr::JumpIfFalse(e, to) => format!("unless {} jump {to}", self.int(e)),
            Instr::Call(p, args, into) => {
                let call = format!("call {}({})", self.procedure_name(*p), list(args));
                into.map_or(call.clone(), |l| format!("l{l} := {call}"))
            }
            Instr::Return(e) => format!("return {}", self.int(e)),
            Instr::Decide(d) => {
                let kind = named(&self.data.decisions, usize::from(d.kind));
                format!(
                    "decide {kind} by {}{}",
                    self.int(&d.actor),
                    self.rule(d.rule)
                )
            }
            Instr::Path(reach, to, steps, cost) => {
                format!(
                    "l{steps}, l{cost} := path to {} in {}",
                    self.int(to),
                    self.reach(reach)
                )
            }
            Instr::PathStep(l) => format!("l{l} := step of the path"),
            Instr::PathDrop(e) => format!("drop {} steps of the path", self.int(e)),
            Instr::Note(n, args, r) => {
                let note = named(&self.data.notes, usize::from(*n));
                format!("note {note}({}){}", list(args), self.rule(*r))
            }
            Instr::Applied(r) => format!("applied{}", self.rule(*r)),
            Instr::Over(life) => format!("end of the {}", life.name()),
            Instr::EndGame(winner, level, r) => {
                let (winner, level) = (self.int(winner), self.int(level));
                format!(
                    "end the game: winner {winner}, level {level}{}",
                    self.rule(*r)
                )
            }
        }
    }

    fn int(&self, e: &Int) -> String {
        let two = |a: &Int, op: &str, b: &Int| format!("({} {op} {})", self.int(a), self.int(b));
        let of = |name: &str, a: &Int| format!("{name}({})", self.int(a));
        let pair =
            |name: &str, a: &Int, b: &Int| format!("{name}({}, {})", self.int(a), self.int(b));
        match e {
            Int::Const(k) => k.to_string(),
            Int::Var(v) => self.variable(*v).to_string(),
            Int::Local(l) => format!("l{l}"),
            Int::Bound(n) => format!("#{n}"),
            Int::VarEq(v, k) => format!("({} is {k})", self.variable(*v)),
            Int::Add(a, b) => two(a, "+", b),
            Int::Sub(a, b) => two(a, "-", b),
            Int::Mul(a, b) => two(a, "*", b),
            Int::Div(a, b) => two(a, "/", b),
            Int::DivCeil(a, b) => two(a, "/^", b),
            Int::Mod(a, b) => two(a, "%", b),
            Int::Min(a, b) => pair("min", a, b),
            Int::Max(a, b) => pair("max", a, b),
            Int::Eq(a, b) => two(a, "=", b),
            Int::Lt(a, b) => two(a, "<", b),
            Int::Le(a, b) => two(a, "<=", b),
            Int::And(a, b) => two(a, "and", b),
            Int::Or(a, b) => two(a, "or", b),
            Int::Not(a) => of("not ", a),
            Int::IfElse(c, a, b) => {
                format!("({} ? {} : {})", self.int(c), self.int(a), self.int(b))
            }
            Int::Let(a, b) => format!("(let #0 = {} in {})", self.int(a), self.int(b)),
            Int::Table(t, at) => {
                let name = self
                    .data
                    .tables
                    .get(usize::from(*t))
                    .map_or("?", |t| &t.name);
                let at: Vec<String> = at.iter().map(|e| self.int(e)).collect();
                format!("{name}[{}]", at.join(", "))
            }
            Int::UnitAttr(i, u) => {
                let name = self
                    .data
                    .units
                    .attrs
                    .get(usize::from(*i))
                    .map_or("?", |c| &c.name);
                of(name, u)
            }
            Int::UnitPlace(u) => of("place", u),
            Int::UnitFlag(f, u) => of(&self.unit_flag(*f), u),
            Int::UnitField(f, u) => of(&named(&self.data.unit_fields, usize::from(*f)), u),
            Int::HexAttr(i, h) => {
                let name = self
                    .data
                    .hex_attrs
                    .get(usize::from(*i))
                    .map_or("?", |c| &c.name);
                of(name, h)
            }
            Int::ContainsHex(set, h) => format!("({} in {})", self.int(h), self.hexes(set)),
            Int::ContainsUnit(set, u) => format!("({} in {})", self.int(u), self.units(set)),
            Int::CountHexes(set) => format!("count({})", self.hexes(set)),
            Int::CountUnits(set) => format!("count({})", self.units(set)),
            Int::FirstHex(set) => format!("first({})", self.hexes(set)),
            Int::NextUnit(set, u) => format!("next({}, {})", self.units(set), self.int(u)),
            Int::NextHex(set, h) => format!("next({}, {})", self.hexes(set), self.int(h)),
            Int::Sum(set, e) => format!("sum({}: {})", self.units(set), self.int(e)),
            Int::Least(set, e, none) => {
                format!(
                    "least({}: {}, {})",
                    self.units(set),
                    self.int(e),
                    self.int(none)
                )
            }
            Int::CostTo(h) => of("cost to ", h),
            Int::StackSize(side, h) => of(&format!("stack of {}", self.side(*side)), h),
            Int::Distance(a, b) => pair("distance", a, b),
            Int::Direction(a, b) => pair("direction", a, b),
            Int::Neighbor(h, d) => pair("neighbour", h, d),
            Int::EdgeFeature(f, a, b) => {
                let feature = self.data.edge_features.get(usize::from(*f));
                pair(feature.map_or("?", |f| &f.name), a, b)
            }
            Int::Ring(set, h) => format!("ring({}, {})", self.hexes(set), self.int(h)),
            Int::StepCost(t, a, b) => {
                let (t, a, b) = (self.int(t), self.int(a), self.int(b));
                format!("step cost({t}, {a}, {b})")
            }
            Int::Ruled(r, e) => format!("[{}{}]", self.int(e), self.rule(*r)),
            Int::Clash(clash) => self.clash(clash),
            Int::Duty(duty) => self.duty(duty),
            Int::AnyHex(set) => format!("any({})", self.hexes(set)),
            Int::AnyUnit(set) => format!("any({})", self.units(set)),
            Int::Cached(n, e) => format!("kept {n}({})", self.int(e)),
        }
    }

    fn hexes(&self, e: &Hexes) -> String {
        let two =
            |a: &Hexes, op: &str, b: &Hexes| format!("({} {op} {})", self.hexes(a), self.hexes(b));
        match e {
            Hexes::Empty => "none".to_string(),
            Hexes::All => "map".to_string(),
            Hexes::Fixed(i) => match self.data.hex_sets.get(usize::from(*i)) {
                Some(set) => set.name.clone(),
                None => format!("set {i}"),
            },
            Hexes::Occupied(side) => format!("occupied by {}", self.side(*side)),
            Hexes::Flag(f) => self.hex_flag(*f),
            Hexes::Standing(n) => format!("materialised {n}"),
            Hexes::Stacked(side, n) => {
                format!("stacks of {} to {}", self.side(*side), self.int(n))
            }
            Hexes::One(h) => format!("{{{}}}", self.int(h)),
            Hexes::Union(a, b) => two(a, "|", b),
            Hexes::Intersection(a, b) => two(a, "&", b),
            Hexes::Difference(a, b) => two(a, "-", b),
            Hexes::Adjacent(mask, a) => {
                format!("beside({}{})", self.hexes(a), self.mask(*mask))
            }
            Hexes::Within(h, n) => format!("within({}, {})", self.int(h), self.int(n)),
            Hexes::Flood { from, open, edges } => {
                let (from, open) = (self.hexes(from), self.hexes(open));
                format!("flood(from {from} through {open}{})", self.mask(*edges))
            }
            Hexes::View(v) => self.view_name(usize::from(*v)),
            Hexes::Memo(n, a) => format!("memo {n}({})", self.hexes(a)),
            Hexes::HexesOf(u) => format!("hexes of({})", self.units(u)),
            Hexes::IfElse(c, a, b) => {
                format!("({} ? {} : {})", self.int(c), self.hexes(a), self.hexes(b))
            }
            Hexes::Where(a, c) => format!("{{#0 in {}: {}}}", self.hexes(a), self.int(c)),
            Hexes::Reach(reach) => self.reach(reach),
            Hexes::Wideners(duty) => format!("wideners({})", self.duty(duty)),
            Hexes::Destinations(duty, u, h) => {
                let (duty, u) = (self.duty(duty), self.int(u));
                format!("destinations({duty}, {u}, {})", self.hexes(h))
            }
            Hexes::Path(h) => format!("path from({})", self.int(h)),
            Hexes::Ruled(r, a) => format!("[{}{}]", self.hexes(a), self.rule(*r)),
            Hexes::Few(a) => format!("list({})", self.hexes(a)),
            Hexes::Cached(n, a) => format!("kept view {n}({})", self.hexes(a)),
            Hexes::Chain(links) => chain(links.iter().map(|(within, a)| (*within, self.hexes(a)))),
        }
    }

    fn units(&self, e: &Units) -> String {
        let two =
            |a: &Units, op: &str, b: &Units| format!("({} {op} {})", self.units(a), self.units(b));
        match e {
            Units::Empty => "none".to_string(),
            Units::All => "units".to_string(),
            Units::Fixed(i) => match self.data.unit_sets.get(usize::from(*i)) {
                Some(set) => set.name.clone(),
                None => format!("set {i}"),
            },
            Units::OnMap => "units on map".to_string(),
            Units::Flag(f) => self.unit_flag(*f),
            Units::At(p) => format!("at({})", self.int(p)),
            Units::In(h) => format!("in({})", self.hexes(h)),
            Units::Memo(n, a) => format!("memo {n}({})", self.units(a)),
            Units::One(u) => format!("{{{}}}", self.int(u)),
            Units::Union(a, b) => two(a, "|", b),
            Units::Intersection(a, b) => two(a, "&", b),
            Units::Difference(a, b) => two(a, "-", b),
            Units::Where(a, c) => format!("{{#0 in {}: {}}}", self.units(a), self.int(c)),
            Units::Distinct(a) => format!("one of each kind({})", self.units(a)),
            Units::IfElse(c, a, b) => {
                format!("({} ? {} : {})", self.int(c), self.units(a), self.units(b))
            }
            Units::Ruled(r, a) => format!("[{}{}]", self.units(a), self.rule(*r)),
            Units::GiveWay(duty, after) => {
                format!("give way({}, {})", self.duty(duty), self.units(after))
            }
            Units::Joiners(duty) => format!("joiners({})", self.duty(duty)),
            Units::After(u) => format!("after({})", self.int(u)),
            Units::Cached(n, a) => format!("kept {n}({})", self.units(a)),
            Units::WhereKnown(n, a, c) => {
                format!("{{#0 in {}: kept {n} {}}}", self.units(a), self.int(c))
            }
            Units::Followed(n, a, once) => {
                let of = if *once { "one of each kind of " } else { "" };
                format!("{of}followed {n}({})", self.units(a))
            }
            Units::Chain(links) => chain(links.iter().map(|(within, a)| (*within, self.units(a)))),
        }
    }

    fn reach(&self, r: &Reach) -> String {
        let mut out = format!(
            "reach(from {}, points {}, costs {}, closed {}",
            self.int(&r.from),
            self.int(&r.budget),
            self.int(&r.costs),
            self.hexes(&r.blocked)
        );
        if let Some(stop) = &r.stop {
            let _ = write!(out, ", stop {}", self.hexes(stop));
        }
        if r.minimum_one != Int::Const(0) {
            let _ = write!(out, ", one hex always {}", self.int(&r.minimum_one));
        }
        if let Some(z) = &r.zones {
            let costs = [&z.enter, &z.leave, &z.between, &z.stop].map(|e| self.int(e));
            let zone = self.hexes(&z.zone);
            let _ = write!(out, ", zone {zone}: {}", costs.join(", "));
        }
        if let Some(road) = &r.road {
            let costs = [&road.along, &road.full, &road.due].map(|e| self.int(e));
            let _ = write!(out, ", road {}", costs.join(", "));
        }
        if let Some(n) = r.kept {
            let _ = write!(out, ", kept {n}");
        }
        out + ")"
    }

    fn clash(&self, c: &Clash) -> String {
        let (attackers, defenders) = (self.units(&c.attackers), self.units(&c.defenders));
        let hard = self.hexes(&c.hard);
        let (even, most) = (c.even, c.most);
        format!("clash({attackers} against {defenders}, hard {hard}, even {even}, most {most})")
    }

    fn duty(&self, y: &Duty) -> String {
        let (attackers, targets) = (self.units(&y.attackers), self.hexes(&y.targets));
        let kept = y.kept.map_or(String::new(), |n| format!(", kept {n}"));
        format!(
            "duty({attackers} against {targets}, owed {}{kept})",
            self.hexes(&y.owed)
        )
    }
}

/// A chain of sets as text: the first set, then the sets that narrow it.
fn chain(links: impl Iterator<Item = (bool, String)>) -> String {
    let mut out = String::from("chain(");
    for (n, (within, set)) in links.enumerate() {
        out += match (n, within) {
            (0, _) => "",
            (_, true) => " & ",
            (_, false) => " - ",
        };
        out += &set;
    }
    out + ")"
}
