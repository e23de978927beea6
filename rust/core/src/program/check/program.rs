//! Validation of the program: indices, jump targets and nesting depth.

use super::{fail, size};
use crate::error::{Error, Result};
use crate::file::{Answer, GameData, VerbDomain};
use crate::ir::expr::{Duty, Hexes, Int, Units};
use crate::ir::instr::{Alternative, Decision, Domain, Instr};
use crate::ir::visit::{self, Part, Scope};

const DEEPEST: usize = 100;
/// The maximum number of memoised sets per instruction.
const MEMOS: usize = 1024;

/// Validates every expression and instruction.
pub(super) fn check(data: &GameData) -> Result<()> {
    let mut c = Checker {
        data,
        locals: 0,
        views: 0,
        it: 0,
    };
    for (i, view) in data.views.iter().enumerate() {
        c.views = i;
        c.part(&Part::Hexes(view), 0)?;
    }
    c.views = data.views.len();
    for h in &data.hidden {
        c.part(&Part::Units(h), 0)?;
    }
    for q in &data.queries {
        (c.locals, c.it) = (q.args, q.args);
        match &q.answer {
            Answer::Int(e) => c.part(&Part::Int(e), 0)?,
            Answer::Hexes(e) => c.part(&Part::Hexes(e), 0)?,
            Answer::Units(e) => c.part(&Part::Units(e), 0)?,
            Answer::Procedure(p) => c.index("procedure", *p as usize, data.procedures.len())?,
        }
    }
    c.it = 0;
    if data.procedures.is_empty() {
        return fail("no procedure");
    }
    for p in &data.procedures {
        c.locals = p.locals;
        if p.args > p.locals {
            return fail(format!("procedure {}: more arguments than locals", p.name));
        }
        for (pc, i) in p.code.iter().enumerate() {
            c.instr(i, p.code.len())
                .map_err(|e| Error::Game(format!("procedure {} at {pc}: {e}", p.name)))?;
        }
        for (at, e) in &p.holds {
            if !matches!(
                p.code.get(*at as usize),
                Some(Instr::Decide(_) | Instr::Call(..))
            ) {
                return fail(format!("procedure {} does not wait at {at}", p.name));
            }
            c.part(&Part::Int(e), 0)?;
        }
        if !matches!(
            p.code.last(),
            Some(Instr::Return(_) | Instr::Jump(_) | Instr::EndGame(..))
        ) {
            return fail(format!("procedure {} runs off its end", p.name));
        }
    }
    Ok(())
}

struct Checker<'a> {
    data: &'a GameData,
    locals: u8,
    views: usize,
    it: u8,
}

impl Checker<'_> {
    fn index(&self, what: &str, i: usize, len: usize) -> Result<()> {
        if i < len {
            return Ok(());
        }
        fail(format!("{what} {i} of {len}"))
    }

    fn local(&self, l: u8) -> Result<()> {
        self.index("local", l as usize, self.locals as usize)
    }

    /// Validates an expression and its operands.
    fn part(&mut self, part: &Part<'_>, depth: usize) -> Result<()> {
        if depth >= DEEPEST {
            return fail("an expression nests too deep");
        }
        match part {
            Part::Int(e) => self.int(e)?,
            Part::Hexes(e) => self.hexes(e)?,
            Part::Units(e) => self.units(e)?,
        }
        let mut found = Ok(());
        part.parts(&mut |inner, scope| {
            if found.is_ok() {
                found = self.scoped(&inner, scope, depth + 1);
            }
        });
        found
    }

    /// Validates an operand with its scope; an operand that is evaluated separately may not use the
    /// member of an enclosing filter.
    fn scoped(&mut self, part: &Part<'_>, scope: Scope, depth: usize) -> Result<()> {
        let outer = self.it;
        self.it = match scope {
            Scope::Same => outer,
            Scope::Bound(n) => outer.saturating_add(n),
            Scope::Apart => 0,
        };
        let out = self.part(part, depth);
        self.it = outer;
        out
    }

    /// Validates the indices in a number, without its operands.
    fn int(&self, e: &Int) -> Result<()> {
        let data = self.data;
        match e {
            Int::Var(v) => self.index("variable", *v as usize, data.variables.len()),
            Int::Local(l) => self.local(*l),
            Int::Bound(n) => self.index("filter", *n as usize, self.it as usize),
            Int::Table(t, at) => {
                self.index("table", *t as usize, data.tables.len())?;
                let size_of = data.tables[*t as usize].size.len();
                size("table indices", at.len(), size_of)
            }
            Int::UnitAttr(i, _) => self.index("unit value", *i as usize, data.units.attrs.len()),
            Int::UnitFlag(i, _) => self.index("unit flag", *i as usize, data.unit_flags.len()),
            Int::UnitField(i, _) => self.index("unit field", *i as usize, data.unit_fields.len()),
            Int::HexAttr(i, _) => self.index("hex value", *i as usize, data.hex_attrs.len()),
            Int::StackSize(s, _) => self.index("side", *s as usize, data.sides.len()),
            Int::EdgeFeature(i, _, _) => {
                self.index("hexside feature", *i as usize, data.edge_features.len())
            }
            Int::Ruled(r, _) => self.rule(*r),
            Int::Clash(c) => {
                self.edges(c.edges)?;
                self.index("unit value", c.strength as usize, data.units.attrs.len())?;
                self.index("unit value", c.defence as usize, data.units.attrs.len())
            }
            Int::Duty(duty) => self.duty(duty),
            _ => Ok(()),
        }
    }

    fn duty(&self, y: &Duty) -> Result<()> {
        self.edges(y.edges)?;
        self.edges(y.binding)
    }

    /// Validates the indices in a set of hexes, without its operands.
    fn hexes(&self, e: &Hexes) -> Result<()> {
        let data = self.data;
        match e {
            Hexes::Fixed(i) => self.index("hex set", *i as usize, data.hex_sets.len()),
            Hexes::Occupied(s) | Hexes::Stacked(s, _) => {
                self.index("side", *s as usize, data.sides.len())
            }
            Hexes::Flag(f) => self.index("hex flag", *f as usize, data.hex_flags.len()),
            Hexes::Adjacent(m, _) => self.edges(*m),
            Hexes::Flood { edges, .. } => self.edges(*edges),
            Hexes::View(v) => self.index(
                "view (a view may use earlier ones only)",
                *v as usize,
                self.views,
            ),
            Hexes::Memo(slot, _) => self.index("memo", *slot as usize, MEMOS),
            Hexes::Ruled(r, _) => self.rule(*r),
            Hexes::Path(_) => {
                fail("the hexes of a path may be used only by an instruction that marks hexes")
            }
            Hexes::Wideners(duty) | Hexes::Destinations(duty, ..) => self.duty(duty),
            _ => Ok(()),
        }
    }

    fn edges(&self, m: Option<u8>) -> Result<()> {
        m.map_or(Ok(()), |m| {
            self.index("edge mask", m as usize, self.data.edge_masks.len())
        })
    }

    /// Validates the indices in a set of units, without its operands.
    fn units(&self, e: &Units) -> Result<()> {
        let data = self.data;
        match e {
            Units::Memo(slot, _) => self.index("memo", *slot as usize, MEMOS),
            Units::Fixed(i) => self.index("unit set", *i as usize, data.unit_sets.len()),
            Units::Flag(f) => self.index("unit flag", *f as usize, data.unit_flags.len()),
            Units::Ruled(r, _) => self.rule(*r),
            Units::GiveWay(duty, _) | Units::Joiners(duty) => self.duty(duty),
            _ => Ok(()),
        }
    }

    fn jump(&self, to: u32, len: usize) -> Result<()> {
        self.index("jump to", to as usize, len)
    }

    fn rule(&self, r: u16) -> Result<()> {
        self.index("rule", r as usize, self.data.rules.len())
    }

    /// Validates an instruction and its expressions.
    fn instr(&mut self, i: &Instr, len: usize) -> Result<()> {
        self.operands(i, len)?;
        let mut found = Ok(());
        visit::instr(i, &mut |part, scope| {
            if found.is_err() {
                return;
            }
            found = match (i, &part) {
                (Instr::SetHexFlag(..), Part::Hexes(Hexes::Path(from))) => {
                    self.scoped(&Part::Int(from), scope, 0)
                }
                _ => self.scoped(&part, scope, 0),
            };
        });
        found
    }

    /// Validates the indices in an instruction, without its expressions.
    fn operands(&self, i: &Instr, len: usize) -> Result<()> {
        let data = self.data;
        match i {
            Instr::SetVar(v, _, r) => {
                self.index("variable", *v as usize, data.variables.len())?;
                self.rule(*r)
            }
            Instr::SetLocal(l, _) | Instr::PathStep(l) => self.local(*l),
            Instr::Place(_, _, r)
            | Instr::PlaceAlong(_, _, r)
            | Instr::PlaceAll(_, _, r)
            | Instr::Applied(r) => self.rule(*r),
            Instr::SetUnitFlag(f, _, _, r) => {
                self.index("unit flag", *f as usize, data.unit_flags.len())?;
                self.rule(*r)
            }
            Instr::SetUnitField(f, _, _, r) => {
                self.index("unit field", *f as usize, data.unit_fields.len())?;
                self.rule(*r)
            }
            Instr::SetHexFlag(f, _, _, r) => {
                self.index("hex flag", *f as usize, data.hex_flags.len())?;
                self.rule(*r)
            }
            Instr::Jump(to) | Instr::JumpIfFalse(_, to) => self.jump(*to, len),
            Instr::Call(p, args, into) => {
                self.index("procedure", *p as usize, data.procedures.len())?;
                let wanted = data.procedures[*p as usize].args as usize;
                size("arguments", args.len(), wanted)?;
                into.map_or(Ok(()), |l| self.local(l))
            }
            Instr::Return(_) | Instr::PathDrop(_) | Instr::Over(_) => Ok(()),
            Instr::Decide(c) => self.decision(c, len),
            Instr::Path(_, _, steps, cost) => {
                self.local(*steps)?;
                self.local(*cost)
            }
            Instr::Note(n, _, r) => {
                self.index("note", *n as usize, data.notes.len())?;
                self.rule(*r)
            }
            Instr::EndGame(_, _, r) => self.rule(*r),
        }
    }

    fn decision(&self, c: &Decision, len: usize) -> Result<()> {
        self.index("decision", c.kind as usize, self.data.decisions.len())?;
        self.rule(c.rule)?;
        c.alternatives
            .iter()
            .try_for_each(|a| self.alternative(a, len))
    }

    fn alternative(&self, a: &Alternative, len: usize) -> Result<()> {
        self.index("verb", a.verb as usize, self.data.verbs.len())?;
        self.local(a.into)?;
        self.jump(a.target, len)?;
        let verb = &self.data.verbs[a.verb as usize];
        let limits = a.limits.iter().map(|l| &l.allows);
        for domain in std::iter::once(&a.base).chain(limits) {
            let fits = matches!(
                (domain, verb.domain),
                (Domain::When(_), _)
                    | (Domain::Numbers(_), VerbDomain::Number(..))
                    | (Domain::Hexes(_), VerbDomain::Hex)
                    | (Domain::Units(_), VerbDomain::Unit)
            );
            if !fits {
                return fail(format!("verb {}: a domain of another kind", verb.name));
            }
        }
        for l in &a.limits {
            self.rule(l.rule)?;
            self.index("text", l.text as usize, self.data.texts.len())?;
        }
        Ok(())
    }
}
