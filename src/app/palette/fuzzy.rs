//! Fuzzy matching of a few typed letters against a title.

/// A match: the matched letters of a title, and a score of which larger is better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Score; a larger one is better.
    pub score: i32,
    /// Indices of the matched characters of the title, ascending.
    pub letters: Vec<usize>,
}

const START_OF_WORD: i32 = 8;
const NEXT_TO_LAST: i32 = 5;
const SKIPPED: i32 = -1;

/// Returns the best match of all letters of `typed` in `title`, in order and ignoring case.
///
/// Returns `None` if there is no match. Letters at the start of words and adjacent letters score higher.
pub fn fit(typed: &str, title: &str) -> Option<Fit> {
    let typed: Vec<char> = typed.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let title: Vec<char> = title.to_lowercase().chars().collect();
    let Some((&first, rest)) = typed.split_first() else {
        return Some(Fit { score: 0, letters: Vec::new() });
    };
    // The best match of the letters so far that ends at each letter of the title.
    let mut ends: Vec<Option<Fit>> =
        title.iter().enumerate().map(|(i, &c)| begin(first, c, i, &title)).collect();
    for &wanted in rest {
        ends = (0..title.len()).map(|i| extend(&ends, wanted, i, &title)).collect();
    }
    ends.into_iter().flatten().max_by_key(|fit| fit.score)
}

fn begin(wanted: char, letter: char, at: usize, title: &[char]) -> Option<Fit> {
    (wanted == letter).then(|| Fit { score: bonus(title, at) + SKIPPED * at as i32, letters: vec![at] })
}

fn extend(ends: &[Option<Fit>], wanted: char, at: usize, title: &[char]) -> Option<Fit> {
    if title[at] != wanted {
        return None;
    }
    let score = |(end, fit): (usize, &Fit)| {
        let gap = (at - end - 1) as i32;
        fit.score + if gap == 0 { NEXT_TO_LAST } else { SKIPPED * gap }
    };
    let before = ends[..at].iter().enumerate().filter_map(|(end, fit)| Some((end, fit.as_ref()?)));
    let (end, best) = before.max_by_key(|&found| score(found))?;
    let mut letters = best.letters.clone();
    letters.push(at);
    Some(Fit { score: score((end, best)) + bonus(title, at), letters })
}

fn bonus(title: &[char], at: usize) -> i32 {
    if at == 0 || !title[at - 1].is_alphanumeric() { START_OF_WORD } else { 0 }
}
