//! Solves problems of the duty to attack, one JSON object per line, with the nanoseconds of each
//! solution, the best of some repeats: `duty [REPEATS] < PROBLEMS`. Every repeat begins with an
//! empty cache. The format is defined by the structs below; numbers are indices.

use eastfront_core::kernel::duty::{Attacker, Duty, Mask, Spot, Target};
use serde_json::{json, Value};
use std::error::Error;
use std::io::{stdin, BufRead};
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let repeats = std::env::args().nth(1).map_or(Ok(1), |n| n.parse())?;
    for line in stdin().lock().lines() {
        println!(
            "{}",
            answer(&question(&serde_json::from_str(&line?)?)?, repeats)?
        );
    }
    Ok(())
}

/// A result, and the least time taken.
fn timed<T, E>(repeats: u32, run: impl Fn() -> Result<T, E>) -> Result<(T, u64), E> {
    let once = || {
        let began = Instant::now();
        let answer = run()?;
        Ok((answer, began.elapsed().as_nanos() as u64))
    };
    let (answer, mut best) = once()?;
    for _ in 1..repeats {
        best = best.min(once()?.1);
    }
    Ok((answer, best))
}

fn answer(duty: &Duty, repeats: u32) -> Result<Value, Box<dyn Error>> {
    let held = duty.held();
    let (plan, plan_time) = timed(repeats, || held.plan())?;
    let (leave, leave_time) = timed(repeats, || duty.leave())?;
    let families = leave.families.iter();
    let families: Vec<Vec<Vec<usize>>> = families
        .map(|f| f.sets.iter().map(|&s| indices(s)).collect())
        .collect();
    Ok(json!({
        "plan": plan.is_some(), "plan_ns": plan_time, "leave_ns": leave_time,
        "hopeless": leave.hopeless, "curtailed": leave.curtailed, "families": families,
    }))
}

fn question(value: &Value) -> Result<Duty, Box<dyn Error>> {
    let mut duty = Duty {
        owed: mask(&value["owed"])?,
        odds: (int(&value["odds"][0])?, int(&value["odds"][1])?),
        ..Duty::default()
    };
    for (id, spot) in list(&value["spots"])?.iter().enumerate() {
        duty.spots.push(Spot {
            id: id as u16,
            reaches: mask(&spot["reaches"])?,
            binds: mask(&spot["binds"])?,
            eases: mask(&spot["eases"])?,
            apart: 0,
            room: u16::MAX,
        });
    }
    for (id, target) in list(&value["targets"])?.iter().enumerate() {
        duty.targets.push(Target {
            id: id as u16,
            defence: int(&target[0])?,
            eased: int(&target[1])?,
        });
    }
    for (id, one) in list(&value["attackers"])?.iter().enumerate() {
        let bound = one["bound"].as_bool().ok_or("bound")?;
        duty.attackers.push(Attacker {
            id: id as u16,
            strength: int(&one["strength"])?,
            spots: vec![u16::try_from(int(&one["spot"])?)?].into(),
            held: !one["free"].as_bool().ok_or("free")?,
            may: mask(&one["may"])?,
            binds: if bound { Mask::MAX } else { 0 },
            must: bound,
        });
    }
    Ok(duty)
}

fn list(value: &Value) -> Result<&Vec<Value>, Box<dyn Error>> {
    value.as_array().ok_or_else(|| "a list is missing".into())
}

fn int(value: &Value) -> Result<i64, Box<dyn Error>> {
    value.as_i64().ok_or_else(|| "a number is missing".into())
}

fn mask(value: &Value) -> Result<Mask, Box<dyn Error>> {
    let mut out = 0;
    for i in list(value)? {
        out |= 1 << u32::try_from(int(i)?)?;
    }
    Ok(out)
}

fn indices(mask: Mask) -> Vec<usize> {
    (0..128).filter(|i| mask >> i & 1 == 1).collect()
}
