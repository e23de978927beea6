//! Odds are the highest that are reached exactly; a distribution sums to all rolls.
#![no_main]

use eastfront_core::kernel::odds::{column_by_ratio, Faces, Ratio, ResultsTable};
use eastfront_fuzz::Input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut input = Input(data);
    let (attack, defence) = (1 + input.below(999) as i64, 1 + input.below(999) as i64);
    match Ratio::of(attack, defence).unwrap() {
        Ratio::Attack(n) => assert!(n >= 1 && n * defence <= attack && (n + 1) * defence > attack),
        Ratio::Defence(n) => {
            assert!(n >= 2 && attack * n >= defence && attack * (n - 1) < defence)
        }
    }
    let columns = [(1u32, 3u32), (1, 2), (1, 1), (3, 2), (2, 1), (5, 1)];
    let reached = |&&(to, one): &&(u32, u32)| attack * i64::from(one) >= defence * i64::from(to);
    let wanted = columns.iter().filter(reached).count().checked_sub(1);
    assert_eq!(column_by_ratio(attack, defence, &columns), Ok(wanted));
    let (count, sides) = (input.byte() % 4, 1 + input.byte() % 8);
    let faces = Faces::dice(count, sides).unwrap();
    let all: u64 = faces.weights.iter().map(|&w| u64::from(w)).sum();
    assert_eq!(all, u64::from(sides).pow(count.into()));
    let rows = 1 + input.below(12);
    let cells: Vec<u16> = (0..rows * 2).map(|_| input.byte().into()).collect();
    let table = ResultsTable::new(2, input.byte().into(), cells).unwrap();
    let (column, modifier) = (input.below(2), input.byte() as i8);
    let mut found = [0; 256];
    let sum = table.distribution(column, modifier.into(), &faces, &mut found);
    for (result, &weight) in found.iter().enumerate() {
        let rolls = faces.weights.iter().enumerate();
        let same = rolls.filter(|&(at, _)| {
            let roll = faces.first + at as i32 + i32::from(modifier);
            usize::from(table.result(column, roll)) == result
        });
        assert_eq!(weight, same.map(|(_, &w)| u64::from(w)).sum::<u64>());
    }
    assert_eq!(sum, all);
});
