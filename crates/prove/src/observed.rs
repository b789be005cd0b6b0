//! Patterns over a game's parameters, seen in solved instances: residue classes that fit every instance past the first few.
//! They are observed, never proved: nothing is said of larger parameters.

use std::collections::BTreeMap;

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// For each parameter: its period, and the first value from which the pattern fits.
    pub periods: Vec<(i64, i64)>,
    /// In words.
    pub name: String,
}

/// The pattern of least period that fits what is known of every cell: the values of one or two parameters, and a word. Each
/// residue class must have been seen twice.
pub fn observe(names: &[&str], cells: &[Vec<i64>], words: &[String]) -> Option<Observed> {
    let known: BTreeMap<&[i64], &str> = cells.iter().map(Vec::as_slice).zip(words.iter().map(String::as_str)).collect();
    let ends = |axis: usize| {
        let all = || known.keys().map(|cell| cell[axis]);
        Some((all().min()?, all().max()?))
    };
    let ranges: Vec<(i64, i64)> = (0..names.len()).map(ends).collect::<Option<_>>()?;
    let mut choices: Vec<Vec<(i64, i64)>> = vec![Vec::new()];
    for &(low, high) in &ranges {
        let single = |period: i64| (0..=(high - low + 1) / 2).map(move |skip| (period, low + skip));
        let axis: Vec<(i64, i64)> = match high - low {
            0 => vec![(1, low)],
            _ => (1..=(high - low + 1) / 2).flat_map(single).filter(|(p, from)| from + 2 * p - 1 <= high).collect(),
        };
        let longer =
            |start: &Vec<(i64, i64)>| axis.iter().map(|one| [&start[..], &[*one]].concat()).collect::<Vec<_>>();
        choices = choices.iter().flat_map(longer).collect();
    }
    choices.sort_by_key(|choice| {
        let skipped: i64 = choice.iter().zip(&ranges).map(|((_, from), (low, _))| from - low).sum();
        (choice.iter().map(|(period, _)| period).product::<i64>() + skipped, skipped)
    });
    let fits = |choice: &Vec<(i64, i64)>| classes(choice, &known).is_some();
    let periods = choices.into_iter().find(fits)?;
    let name = describe(names, &periods, &classes(&periods, &known)?, &known);
    Some(Observed { periods, name })
}

/// The word of each residue class, if every class has one.
fn classes<'a>(choice: &[(i64, i64)], known: &BTreeMap<&[i64], &'a str>) -> Option<BTreeMap<Vec<i64>, &'a str>> {
    let mut found: BTreeMap<Vec<i64>, &str> = BTreeMap::new();
    for (cell, word) in known.iter().filter(|(cell, _)| is_inside(choice, cell)) {
        let class = cell.iter().zip(choice).map(|(value, (period, _))| value.rem_euclid(*period)).collect();
        if *found.entry(class).or_insert(word) != *word {
            return None;
        }
    }
    Some(found)
}

fn is_inside(choice: &[(i64, i64)], cell: &[i64]) -> bool {
    cell.iter().zip(choice).all(|(value, (_, from))| value >= from)
}

fn describe(
    names: &[&str],
    periods: &[(i64, i64)],
    classes: &BTreeMap<Vec<i64>, &str>,
    known: &BTreeMap<&[i64], &str>,
) -> String {
    let mut by_word: BTreeMap<&str, Vec<&Vec<i64>>> = BTreeMap::new();
    classes.iter().for_each(|(class, word)| by_word.entry(word).or_default().push(class));
    let from: Vec<String> = names.iter().zip(periods).map(|(name, (_, from))| format!("{name} >= {from}")).collect();
    let class = |class: &Vec<i64>| {
        let axes = names.iter().zip(class).zip(periods).filter(|(_, (period, _))| *period > 1);
        let each: Vec<String> =
            axes.map(|((name, rest), (period, _))| format!("{name} mod {period} = {rest}")).collect();
        each.join(" and ")
    };
    let part = |(word, all): (&&str, &Vec<&Vec<i64>>)| match (all.len() == classes.len(), periods) {
        (true, _) => format!("always {word}"),
        (_, [(period, _)]) => {
            let rests: Vec<String> = all.iter().map(|class| class[0].to_string()).collect();
            format!("{word} where {} mod {period} in {{{}}}", names[0], rests.join(", "))
        }
        _ => format!("{word} where {}", all.iter().map(|one| class(one)).collect::<Vec<_>>().join(", or ")),
    };
    let law: Vec<String> = by_word.iter().map(part).collect();
    let others = known.iter().filter(|(cell, _)| !is_inside(periods, cell));
    let before: Vec<String> = others
        .map(|(cell, word)| {
            let at: Vec<String> = names.iter().zip(*cell).map(|(name, value)| format!("{name} = {value}")).collect();
            format!("{word} at {}", at.join(", "))
        })
        .collect();
    let before = if before.is_empty() { String::new() } else { format!("; before that {}", before.join("; ")) };
    format!("for {}: {}{before}", from.join(" and "), law.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_are_seen() {
        let cells: Vec<Vec<i64>> = (1..=20).map(|n| vec![n]).collect();
        let words: Vec<String> = (1..=20).map(|n| if n == 1 || n % 3 == 0 { "P" } else { "N" }.to_string()).collect();
        let seen = observe(&["n"], &cells, &words).unwrap();
        assert_eq!(seen.periods, [(3, 2)]);
        assert_eq!(seen.name, "for n >= 2: N where n mod 3 in {1, 2}; P where n mod 3 in {0}; before that P at n = 1");
    }

    #[test]
    fn two_parameters_are_seen_together() {
        let cells: Vec<Vec<i64>> = (1..=5).flat_map(|r| (1..=5).map(move |c| vec![r, c])).collect();
        let word = |cell: &Vec<i64>| if cell[0] % 2 == 0 && cell[1] % 2 == 0 { "second" } else { "first" };
        let words: Vec<String> = cells.iter().map(|cell| word(cell).to_string()).collect();
        let seen = observe(&["R", "C"], &cells, &words).unwrap();
        assert_eq!(seen.periods, [(2, 1), (2, 1)]);
        assert!(seen.name.ends_with("second where R mod 2 = 0 and C mod 2 = 0"), "{}", seen.name);
    }

    #[test]
    fn what_does_not_repeat_is_not_seen() {
        let cells: Vec<Vec<i64>> = (1..=12).map(|n| vec![n]).collect();
        let words: Vec<String> = (1..=12).map(|n: u64| if n.is_power_of_two() { "P" } else { "N" }.into()).collect();
        let seen = observe(&["n"], &cells, &words);
        assert!(seen.is_none_or(|seen| seen.periods[0].1 > 4), "nothing regular before 4");
    }
}
