//! The checks made once on a game file, so that running it needs none.
//!
//! Every index is in range, every jump lands, nothing nests too deep and no view is circular.

use super::expr::{Duty, Hexes, Int, Reach, Units};
use super::instr::{Alternative, Choice, Domain, Instr};
use crate::error::{Error, Result};
use crate::game::{Answer, GameData, VerbDomain};
use crate::kernel::grid::Grid;

const DEEPEST: usize = 100;
/// More sets than any program keeps an instruction.
pub(crate) const MEMOS: usize = 1024;

fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(Error::Game(text.into()))
}

fn size(what: &str, found: usize, expected: usize) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    fail(format!("{what} has {found} entries, expected {expected}"))
}

/// Checks a whole game file.
pub fn data(data: &GameData, grid: &Grid) -> Result<()> {
    let hexes = grid.len();
    let units = data.units.ids.len();
    let places = hexes + data.boxes.len();
    if data.sides.is_empty() || data.sides.len() > 4 {
        return fail(format!("{} sides, expected 1 to 4", data.sides.len()));
    }
    if units > 4000 || places >= u16::MAX as usize {
        return fail("too many units or places");
    }
    size("hex_names", data.hex_names.len(), hexes)?;
    size("hex_facts", data.hex_facts.len(), hexes)?;
    for c in &data.hex_attrs {
        size(&c.name, c.values.len(), hexes)?;
    }
    for e in data.edge_masks.iter().chain(&data.edge_features) {
        size(&e.name, e.masks.len(), hexes)?;
    }
    for c in &data.costs {
        size(&c.name, c.step.len(), hexes * 6)?;
    }
    for (name, found) in [
        ("unit names", data.units.names.len()),
        ("unit sides", data.units.side.len()),
        ("unit classes", data.units.class.len()),
        ("unit starts", data.units.start.len()),
    ] {
        size(name, found, units)?;
    }
    for c in &data.units.attrs {
        size(&c.name, c.values.len(), units)?;
    }
    members("hex set", data.hex_sets.iter().map(|s| &s.members), hexes)?;
    members(
        "uncounted units",
        std::iter::once(&data.units.uncounted),
        units,
    )?;
    members("unit set", data.unit_sets.iter().map(|s| &s.members), units)?;
    members("hex flag", data.hex_flags_start.iter(), hexes)?;
    members("unit flag", data.unit_flags_start.iter(), units)?;
    members("unit start", std::iter::once(&data.units.start), places)?;
    if let Some(side) = data
        .units
        .side
        .iter()
        .find(|&&s| s as usize >= data.sides.len())
    {
        return fail(format!(
            "unit of side {side}, expected one of {}",
            data.sides.len()
        ));
    }
    size(
        "hex flags at start",
        data.hex_flags_start.len(),
        data.hex_flags.len(),
    )?;
    size(
        "unit flags at start",
        data.unit_flags_start.len(),
        data.unit_flags.len(),
    )?;
    size("hidden", data.hidden.len(), data.sides.len())?;
    if data.hex_flags.len() > 60 || data.unit_flags.len() > 60 {
        return fail("more than 60 flags");
    }
    if data.rules.first().map(String::as_str) != Some("") {
        return fail("the first rule id must be empty");
    }
    for t in &data.tables {
        size(&t.name, t.low.len(), t.size.len())?;
        let cells = t
            .size
            .iter()
            .try_fold(1usize, |n, &s| n.checked_mul(s as usize));
        size(&t.name, t.cells.len(), cells.unwrap_or(usize::MAX))?;
    }
    for v in &data.verbs {
        if let VerbDomain::Number(low, high) = v.domain {
            if high < low || high - low > 63 {
                return fail(format!("verb {}: range {low} to {high}", v.name));
            }
        }
    }
    program(data)
}

fn members<'a>(
    what: &str,
    mut sets: impl Iterator<Item = &'a Vec<u16>>,
    below: usize,
) -> Result<()> {
    match sets.find_map(|s| s.iter().find(|&&m| m as usize >= below)) {
        Some(m) => fail(format!("{what}: member {m} is out of range")),
        None => Ok(()),
    }
}

fn program(data: &GameData) -> Result<()> {
    let mut c = Checker {
        data,
        locals: 0,
        views: 0,
        it: 0,
    };
    for (i, view) in data.views.iter().enumerate() {
        c.views = i;
        c.hexes(view, 0)?;
    }
    c.views = data.views.len();
    for h in &data.hidden {
        c.units(h, 0)?;
    }
    for q in &data.queries {
        c.locals = q.args;
        match &q.answer {
            Answer::Int(e) => c.int(e, 0)?,
            Answer::Hexes(e) => c.hexes(e, 0)?,
            Answer::Units(e) => c.units(e, 0)?,
            Answer::Procedure(p) => c.index("procedure", *p as usize, data.procedures.len())?,
        }
    }
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
        if !matches!(
            p.code.last(),
            Some(Instr::Return(_) | Instr::Jump(_) | Instr::End(..))
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

    fn deep(&self, depth: usize) -> Result<()> {
        if depth < DEEPEST {
            return Ok(());
        }
        fail("an expression nests too deep")
    }

    fn local(&self, l: u8) -> Result<()> {
        self.index("local", l as usize, self.locals as usize)
    }

    fn bound<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.it += 1;
        let out = run(self);
        self.it -= 1;
        out
    }

    /// What is worked out once may not speak of the member of a filter around it.
    fn unbound<T>(&mut self, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = std::mem::take(&mut self.it);
        let out = run(self);
        self.it = outer;
        out
    }

    fn int(&mut self, e: &Int, depth: usize) -> Result<()> {
        self.deep(depth)?;
        let d = depth + 1;
        let data = self.data;
        match e {
            Int::K(_) => Ok(()),
            Int::V(v) => self.index("variable", *v as usize, data.variables.len()),
            Int::L(l) => self.local(*l),
            Int::It(n) => self.index("filter", *n as usize, self.it as usize),
            Int::Add(a, b)
            | Int::Sub(a, b)
            | Int::Mul(a, b)
            | Int::Div(a, b)
            | Int::DivUp(a, b)
            | Int::Mod(a, b)
            | Int::Min(a, b)
            | Int::Max(a, b)
            | Int::Eq(a, b)
            | Int::Lt(a, b)
            | Int::Le(a, b)
            | Int::And(a, b)
            | Int::Or(a, b)
            | Int::Distance(a, b)
            | Int::Direction(a, b)
            | Int::Neighbor(a, b) => {
                self.int(a, d)?;
                self.int(b, d)
            }
            Int::Not(a) | Int::UnitPlace(a) | Int::CostTo(a) => self.int(a, d),
            Int::If(a, b, c) | Int::Step(a, b, c) => {
                self.int(a, d)?;
                self.int(b, d)?;
                self.int(c, d)
            }
            Int::Table(t, at) => {
                self.index("table", *t as usize, data.tables.len())?;
                size(
                    "table indices",
                    at.len(),
                    data.tables[*t as usize].size.len(),
                )?;
                at.iter().try_for_each(|a| self.int(a, d))
            }
            Int::UnitAttr(i, a) => {
                self.index("unit value", *i as usize, data.units.attrs.len())?;
                self.int(a, d)
            }
            Int::UnitFlag(i, a) => {
                self.index("unit flag", *i as usize, data.unit_flags.len())?;
                self.int(a, d)
            }
            Int::UnitField(i, a) => {
                self.index("unit field", *i as usize, data.unit_fields.len())?;
                self.int(a, d)
            }
            Int::HexAttr(i, a) => {
                self.index("hex value", *i as usize, data.hex_attrs.len())?;
                self.int(a, d)
            }
            Int::Stack(s, a) => {
                self.index("side", *s as usize, data.sides.len())?;
                self.int(a, d)
            }
            Int::Edge(i, a, b) => {
                self.index("hexside feature", *i as usize, data.edge_features.len())?;
                self.int(a, d)?;
                self.int(b, d)
            }
            Int::Has(h, a) | Int::NextHex(h, a) | Int::Ring(h, a) => {
                self.hexes(h, d)?;
                self.int(a, d)
            }
            Int::HasUnit(u, a) | Int::NextUnit(u, a) => {
                self.units(u, d)?;
                self.int(a, d)
            }
            Int::Count(h) | Int::First(h) => self.hexes(h, d),
            Int::CountUnits(u) => self.units(u, d),
            Int::Sum(u, a) => {
                self.units(u, d)?;
                self.bound(|c| c.int(a, d))
            }
            Int::Least(u, a, none) => {
                self.units(u, d)?;
                self.int(none, d)?;
                self.bound(|c| c.int(a, d))
            }
            Int::Tag(r, a) => {
                self.index("rule", *r as usize, data.rules.len())?;
                self.int(a, d)
            }
            Int::Duty(duty) => self.duty(duty, d),
        }
    }

    fn duty(&mut self, y: &Duty, d: usize) -> Result<()> {
        self.units(&y.attackers, d)?;
        self.units(&y.held, d)?;
        self.hexes(&y.targets, d)?;
        self.hexes(&y.owed, d)?;
        for e in [&y.strength, &y.defence, &y.eased, &y.room] {
            self.bound(|c| c.int(e, d))?;
        }
        for e in [&y.eases, &y.binds] {
            self.bound(|c| c.bound(|c| c.int(e, d)))?;
        }
        if let Some(may) = &y.may {
            self.bound(|c| c.bound(|c| c.int(may, d)))?;
        }
        if let Some(bound) = &y.bound {
            self.bound(|c| c.int(bound, d))?;
        }
        if let Some(spots) = &y.spots {
            self.bound(|c| c.hexes(spots, d))?;
        }
        self.edges(y.edges)?;
        self.edges(y.binding)?;
        self.int(&y.odds.0, d)?;
        self.int(&y.odds.1, d)?;
        if let Some((unit, hex)) = &y.moved {
            self.int(unit, d)?;
            self.int(hex, d)?;
        }
        if let Some((units, hexes, closed)) = &y.begun {
            self.units(units, d)?;
            self.hexes(hexes, d)?;
            self.int(closed, d)?;
        }
        Ok(())
    }

    fn hexes(&mut self, e: &Hexes, depth: usize) -> Result<()> {
        self.deep(depth)?;
        let d = depth + 1;
        match e {
            Hexes::Empty | Hexes::All => Ok(()),
            Hexes::Fixed(i) => self.index("hex set", *i as usize, self.data.hex_sets.len()),
            Hexes::Occupied(s) => self.index("side", *s as usize, self.data.sides.len()),
            Hexes::Flag(f) => self.index("hex flag", *f as usize, self.data.hex_flags.len()),
            Hexes::Stacked(s, a) => {
                self.index("side", *s as usize, self.data.sides.len())?;
                self.int(a, d)
            }
            Hexes::One(a) => self.int(a, d),
            Hexes::Or(a, b) | Hexes::And(a, b) | Hexes::Minus(a, b) => {
                self.hexes(a, d)?;
                self.hexes(b, d)
            }
            Hexes::Adjacent(m, a) => {
                self.edges(*m)?;
                self.hexes(a, d)
            }
            Hexes::Within(a, b) => {
                self.int(a, d)?;
                self.int(b, d)
            }
            Hexes::Flood { from, open, edges } => {
                self.edges(*edges)?;
                self.hexes(from, d)?;
                self.hexes(open, d)
            }
            Hexes::View(v) => self.index(
                "view (a view may use earlier ones only)",
                *v as usize,
                self.views,
            ),
            Hexes::Memo(slot, a) => {
                self.index("memo", *slot as usize, MEMOS)?;
                self.unbound(|c| c.hexes(a, d))
            }
            Hexes::Of(u) => self.units(u, d),
            Hexes::If(c, a, b) => {
                self.int(c, d)?;
                self.hexes(a, d)?;
                self.hexes(b, d)
            }
            Hexes::Where(a, c) => {
                self.hexes(a, d)?;
                self.bound(|s| s.int(c, d))
            }
            Hexes::Reach(r) => self.reach(r, d),
            Hexes::Wideners(duty) => self.duty(duty, d),
            Hexes::Destinations(duty, unit, among) => {
                self.duty(duty, d)?;
                self.int(unit, d)?;
                self.hexes(among, d)
            }
            Hexes::Tag(r, a) => {
                self.index("rule", *r as usize, self.data.rules.len())?;
                self.hexes(a, d)
            }
        }
    }

    fn edges(&self, m: Option<u8>) -> Result<()> {
        m.map_or(Ok(()), |m| {
            self.index("edge mask", m as usize, self.data.edge_masks.len())
        })
    }

    fn reach(&mut self, r: &Reach, d: usize) -> Result<()> {
        self.int(&r.from, d)?;
        self.int(&r.budget, d)?;
        self.int(&r.costs, d)?;
        self.int(&r.minimum_one, d)?;
        self.hexes(&r.blocked, d)?;
        if let Some(z) = &r.zones {
            self.hexes(&z.zone, d)?;
            [&z.enter, &z.leave, &z.between, &z.stop]
                .into_iter()
                .try_for_each(|e| self.int(e, d))?;
        }
        if let Some(road) = &r.road {
            [&road.along, &road.full, &road.due]
                .into_iter()
                .try_for_each(|e| self.int(e, d))?;
        }
        r.stop.as_ref().map_or(Ok(()), |s| self.hexes(s, d))
    }

    fn units(&mut self, e: &Units, depth: usize) -> Result<()> {
        self.deep(depth)?;
        let d = depth + 1;
        match e {
            Units::Empty | Units::All | Units::OnMap => Ok(()),
            Units::Memo(slot, a) => {
                self.index("memo", *slot as usize, MEMOS)?;
                self.unbound(|c| c.units(a, d))
            }
            Units::Fixed(i) => self.index("unit set", *i as usize, self.data.unit_sets.len()),
            Units::At(a) | Units::One(a) => self.int(a, d),
            Units::In(h) => self.hexes(h, d),
            Units::Flag(f) => self.index("unit flag", *f as usize, self.data.unit_flags.len()),
            Units::Or(a, b) | Units::And(a, b) | Units::Minus(a, b) => {
                self.units(a, d)?;
                self.units(b, d)
            }
            Units::Where(a, c) => {
                self.units(a, d)?;
                self.bound(|s| s.int(c, d))
            }
            Units::Distinct(a) => self.units(a, d),
            Units::If(c, a, b) => {
                self.int(c, d)?;
                self.units(a, d)?;
                self.units(b, d)
            }
            Units::Tag(r, a) => {
                self.index("rule", *r as usize, self.data.rules.len())?;
                self.units(a, d)
            }
            Units::GiveWay(duty, given) => {
                self.duty(duty, d)?;
                self.units(given, d)
            }
            Units::Joiners(duty) => self.duty(duty, d),
        }
    }

    fn jump(&self, to: u32, len: usize) -> Result<()> {
        self.index("jump to", to as usize, len)
    }

    fn rule(&self, r: u16) -> Result<()> {
        self.index("rule", r as usize, self.data.rules.len())
    }

    fn instr(&mut self, i: &Instr, len: usize) -> Result<()> {
        let data = self.data;
        match i {
            Instr::SetVar(v, e, r) => {
                self.index("variable", *v as usize, data.variables.len())?;
                self.rule(*r)?;
                self.int(e, 0)
            }
            Instr::SetLocal(l, e) => {
                self.local(*l)?;
                self.int(e, 0)
            }
            Instr::Place(u, p, r) => {
                self.rule(*r)?;
                self.int(u, 0)?;
                self.int(p, 0)
            }
            Instr::PlaceAll(u, p, r) => {
                self.rule(*r)?;
                self.units(u, 0)?;
                self.int(p, 0)
            }
            Instr::UnitFlag(f, u, e, r) => {
                self.index("unit flag", *f as usize, data.unit_flags.len())?;
                self.rule(*r)?;
                self.units(u, 0)?;
                self.int(e, 0)
            }
            Instr::UnitField(f, u, e, r) => {
                self.index("unit field", *f as usize, data.unit_fields.len())?;
                self.rule(*r)?;
                self.int(u, 0)?;
                self.int(e, 0)
            }
            Instr::HexFlag(f, h, e, r) => {
                self.index("hex flag", *f as usize, data.hex_flags.len())?;
                self.rule(*r)?;
                self.hexes(h, 0)?;
                self.int(e, 0)
            }
            Instr::Jump(to) => self.jump(*to, len),
            Instr::Unless(e, to) => {
                self.jump(*to, len)?;
                self.int(e, 0)
            }
            Instr::Call(p, args, into) => {
                self.index("procedure", *p as usize, data.procedures.len())?;
                size(
                    "arguments",
                    args.len(),
                    data.procedures[*p as usize].args as usize,
                )?;
                into.map_or(Ok(()), |l| self.local(l))?;
                args.iter().try_for_each(|a| self.int(a, 0))
            }
            Instr::Return(e) => self.int(e, 0),
            Instr::Choose(c) => self.choice(c, len),
            Instr::Path(r, to, steps, cost) => {
                self.local(*steps)?;
                self.local(*cost)?;
                self.int(to, 0)?;
                self.reach(r, 0)
            }
            Instr::PathStep(l) => self.local(*l),
            Instr::PathDrop(e) => self.int(e, 0),
            Instr::Note(n, args, r) => {
                self.index("note", *n as usize, data.notes.len())?;
                self.rule(*r)?;
                args.iter().try_for_each(|a| self.int(a, 0))
            }
            Instr::Applied(r) => self.rule(*r),
            Instr::End(w, l, r) => {
                self.rule(*r)?;
                self.int(w, 0)?;
                self.int(l, 0)
            }
        }
    }

    fn choice(&mut self, c: &Choice, len: usize) -> Result<()> {
        self.index("decision", c.kind as usize, self.data.decisions.len())?;
        self.rule(c.rule)?;
        self.int(&c.actor, 0)?;
        c.alts.iter().try_for_each(|a| self.alternative(a, len))
    }

    fn alternative(&mut self, a: &Alternative, len: usize) -> Result<()> {
        self.index("verb", a.verb as usize, self.data.verbs.len())?;
        self.local(a.into)?;
        self.jump(a.target, len)?;
        let verb = &self.data.verbs[a.verb as usize];
        let limits = a.rules.iter().map(|l| &l.allows);
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
            match domain {
                Domain::When(e) | Domain::Numbers(e) => self.int(e, 0)?,
                Domain::Hexes(e) => self.hexes(e, 0)?,
                Domain::Units(e) => self.units(e, 0)?,
            }
        }
        for l in &a.rules {
            self.rule(l.rule)?;
            self.index("text", l.text as usize, self.data.texts.len())?;
        }
        Ok(())
    }
}
