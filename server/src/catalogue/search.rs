//! Finding titles: by their beginning, inside words, with one slip of the finger, accents or none.
//!
//! Everything is scanned, nothing is ranked by statistics: a catalogue is tens of thousands of short
//! titles, and a pass over one contiguous text is faster than any structure that would have to be kept
//! in step with it. `cargo run --release -p croupier-bench -- search` prints what it costs.

use memchr::memmem;

use super::fold::fold;

/// Words of a query beyond this many are ignored; no title needs more to be told apart.
const QUERY_WORDS_MAX: usize = 8;

/// A query longer than this (in bytes, folded) names no title.
const QUERY_BYTES_MAX: usize = 256;

/// Shorter words are too alike for a slip to be told from another word.
const TYPO_CHARS_MIN: usize = 4;

/// How well a title answers a query; the lesser the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The title is the query.
    Exact,
    /// The title begins with the query.
    Beginning,
    /// Every word of the query begins a word of the title.
    WordBeginnings,
    /// Every word of the query stands somewhere in the title.
    Inside,
    /// A word of the query is one slip away from a word of the title.
    Typo,
    /// Not the title answers, but who made the game or what it has.
    Trait,
}

/// The folded titles of a catalogue, by game index.
#[derive(Debug, Default)]
pub(super) struct Titles {
    /// All folded titles, each after a newline.
    text: String,
    /// Where each title begins in `text`, and the end of the text at last.
    starts: Vec<usize>,
    words: Words,
}

impl Titles {
    /// Reads the titles in the order of their game indexes.
    pub(super) fn new<'a>(titles: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Self { text: "\n".to_owned(), ..Self::default() };
        let mut words = Vec::new();
        for (game, title) in titles.enumerate() {
            all.starts.push(all.text.len());
            let folded = fold(title);
            words.extend(folded.split(' ').filter(|w| !w.is_empty()).map(|w| (w.to_owned(), game)));
            all.text.push_str(&folded);
            all.text.push('\n');
        }
        all.starts.push(all.text.len());
        all.words = Words::new(words);
        all
    }

    /// The games whose title answers `query`, each with how well, by game index; every game when the
    /// query is blank.
    pub(super) fn find(&self, query: &str) -> Vec<(usize, Rank)> {
        if query.trim().is_empty() {
            return (0..self.len()).map(|game| (game, Rank::Exact)).collect();
        }
        // Folding may lengthen a text, never by more than this; what is longer still names no title.
        if query.len() > QUERY_BYTES_MAX * 4 {
            return Vec::new();
        }
        let folded = fold(query);
        if folded.is_empty() || folded.len() > QUERY_BYTES_MAX {
            return Vec::new();
        }
        let mut found: Option<Vec<Hit>> = None;
        for word in folded.split(' ').take(QUERY_WORDS_MAX) {
            let hits = self.find_word(word);
            let both = match found {
                None => hits,
                Some(before) => intersect(&before, &hits),
            };
            if both.is_empty() {
                return Vec::new();
            }
            found = Some(both);
        }
        let hits = found.unwrap_or_default().into_iter();
        hits.map(|hit| (hit.game, self.rank(&hit, &folded))).collect()
    }

    /// The games that `query` stands in word by word, by game index; a slip of the finger finds none.
    pub(super) fn find_exactly(&self, query: &str) -> Vec<usize> {
        let found = self.find(query).into_iter();
        found.filter(|(_, rank)| *rank < Rank::Typo).map(|(game, _)| game).collect()
    }

    fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn title(&self, game: usize) -> &str {
        &self.text[self.starts[game]..self.starts[game + 1] - 1]
    }

    /// The games that have `word` in their title, in order; only when there is none, those that have it
    /// but for one slip.
    fn find_word(&self, word: &str) -> Vec<Hit> {
        let text = self.text.as_bytes();
        let mut hits: Vec<Hit> = Vec::new();
        let mut game = 0;
        for at in memmem::find_iter(text, word.as_bytes()) {
            let rank = match text[at - 1] {
                b'\n' => Rank::Beginning,
                b' ' => Rank::WordBeginnings,
                _ => Rank::Inside,
            };
            // A further hit in the title that was found last.
            if let Some(last) = hits.last_mut().filter(|_| at < self.starts[game]) {
                last.rank = last.rank.min(rank);
                continue;
            }
            game += self.starts[game..].partition_point(|&start| start <= at);
            hits.push(Hit { game: game - 1, rank, at_beginning: rank == Rank::Beginning });
        }
        if hits.is_empty() && word.chars().count() >= TYPO_CHARS_MIN {
            let games = self.words.find_with_slip(word).into_iter();
            hits = games.map(|game| Hit { game, rank: Rank::Typo, at_beginning: false }).collect();
        }
        hits
    }

    fn rank(&self, hit: &Hit, query: &str) -> Rank {
        if hit.at_beginning && hit.rank < Rank::Typo {
            let title = self.title(hit.game);
            if title.starts_with(query) {
                return if title.len() == query.len() { Rank::Exact } else { Rank::Beginning };
            }
        }
        // Words that begin the title out of the query's order are word beginnings like any other.
        hit.rank.max(Rank::WordBeginnings)
    }
}

/// A title that holds the words looked for so far.
#[derive(Debug, Clone, Copy)]
struct Hit {
    game: usize,
    /// That of the word which answers worst.
    rank: Rank,
    /// Whether the title begins with the query's first word.
    at_beginning: bool,
}

/// Both lists are in order of the game; the first is that of the earlier words.
fn intersect(before: &[Hit], word: &[Hit]) -> Vec<Hit> {
    let mut word = word.iter().peekable();
    let mut both = Vec::new();
    for &hit in before {
        while word.next_if(|other| other.game < hit.game).is_some() {}
        if let Some(other) = word.peek().filter(|other| other.game == hit.game) {
            both.push(Hit { rank: hit.rank.max(other.rank), ..hit });
        }
    }
    both
}

/// Every word of every title once, with the games it stands in.
#[derive(Debug, Default)]
struct Words {
    letters: Vec<char>,
    /// Of each word: where its letters end and where its games end.
    ends: Vec<(usize, usize)>,
    games: Vec<usize>,
}

impl Words {
    fn new(mut of_titles: Vec<(String, usize)>) -> Self {
        of_titles.sort_unstable();
        of_titles.dedup();
        let mut words = Self::default();
        for same in of_titles.chunk_by(|a, b| a.0 == b.0) {
            words.letters.extend(same[0].0.chars());
            words.games.extend(same.iter().map(|(_, game)| *game));
            words.ends.push((words.letters.len(), words.games.len()));
        }
        words
    }

    /// The games with a word whose beginning is one slip away from `word`, in order.
    fn find_with_slip(&self, word: &str) -> Vec<usize> {
        let word: Vec<char> = word.chars().collect();
        let mut found = Vec::new();
        let (mut letters_from, mut games_from) = (0, 0);
        for &(letters_to, games_to) in &self.ends {
            if begins_with_slip(&self.letters[letters_from..letters_to], &word) {
                found.extend_from_slice(&self.games[games_from..games_to]);
            }
            (letters_from, games_from) = (letters_to, games_to);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Whether `word` begins with `typed`, were it not for one letter missing, added, replaced or swapped
/// with its neighbour.
fn begins_with_slip(word: &[char], typed: &[char]) -> bool {
    let same = word.iter().zip(typed).take_while(|(a, b)| a == b).count();
    let (word, typed) = (&word[same..], &typed[same..]);
    let Some((first, typed_rest)) = typed.split_first() else { return true };
    let added = word.starts_with(typed_rest);
    let Some((_, word_rest)) = word.split_first() else { return added };
    let replaced = word_rest.starts_with(typed_rest);
    let missing = word_rest.starts_with(typed);
    let swapped = word.len() > 1
        && typed.len() > 1
        && word[0] == typed[1]
        && word[1] == *first
        && word[2..].starts_with(&typed[2..]);
    added || replaced || missing || swapped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(titles: &[&str], query: &str) -> Vec<String> {
        let index = Titles::new(titles.iter().copied());
        let mut hits = index.find(query);
        hits.sort_by_key(|&(game, rank)| (rank, game));
        hits.into_iter().map(|(game, _)| titles[game].to_owned()).collect()
    }

    #[test]
    fn titles_are_found_by_beginning_inside_and_with_a_slip() {
        let titles = ["Elvis Frog", "Frog", "Bullfrog Bay", "Frog Grog", "Señor Piñata", "Solar Sails"];
        for (query, expected) in [
            ("FROG", &["Frog", "Frog Grog", "Elvis Frog", "Bullfrog Bay"][..]),
            ("frog elv", &["Elvis Frog"]),
            ("senor", &["Señor Piñata"]),
            ("PINATA", &["Señor Piñata"]),
            ("solr", &["Solar Sails"]),
            ("soalr sials", &["Solar Sails"]),
            ("xsolar", &["Solar Sails"]),
            ("golar sails", &["Solar Sails"]),
            ("sxx", &[]),
            ("🎰", &[]),
        ] {
            assert_eq!(found(&titles, query), expected, "{query}");
        }
        assert_eq!(found(&titles, " ").len(), titles.len());
    }

    #[test]
    fn a_title_is_found_once_however_often_it_holds_the_word() {
        assert_eq!(found(&["aa aa aaa", "aa"], "aa"), ["aa", "aa aa aaa"]);
    }

    proptest! {
        #[test]
        fn a_scan_of_every_title_finds_the_same(
            titles in proptest::collection::vec("[a-c]{1,4}( [a-c]{1,4}){0,2}", 0..30),
            query in "[a-c]{1,3}( [a-c]{1,3})?",
        ) {
            let index = Titles::new(titles.iter().map(String::as_str));
            let found: Vec<usize> = index.find(&query).into_iter().map(|hit| hit.0).collect();
            let expected: Vec<usize> = (0..titles.len())
                .filter(|&game| query.split(' ').all(|word| titles[game].contains(word)))
                .collect();
            prop_assert_eq!(found, expected);
        }

        #[test]
        fn one_slip_does_not_hide_a_title(title in "[a-z]{5,12}", at in 0_usize..100, slip in 0..4, new in "[a-z]") {
            let mut typed: Vec<char> = title.chars().collect();
            let at = at % (typed.len() - 1);
            match slip {
                0 => { typed.remove(at); }
                1 => typed.insert(at, new.chars().next().unwrap()),
                2 => typed[at] = new.chars().next().unwrap(),
                _ => typed.swap(at, at + 1),
            }
            let typed: String = typed.into_iter().collect();
            prop_assert_eq!(Titles::new([title.as_str()].into_iter()).find(&typed).len(), 1);
        }

        #[test]
        fn accents_do_not_hide_a_title(title in "[a-z]{3,12}", marks in proptest::collection::vec(0x300_u32..0x340, 12)) {
            let accented: String = title.chars().zip(marks).flat_map(|(c, mark)| [Some(c), char::from_u32(mark)]).flatten().collect();
            prop_assert_eq!(Titles::new([accented.as_str()].into_iter()).find(&title).len(), 1);
            prop_assert_eq!(Titles::new([title.as_str()].into_iter()).find(&accented).len(), 1);
        }

        #[test]
        fn no_query_breaks_it(title in any::<String>(), query in any::<String>(), times in 1_usize..2000) {
            let index = Titles::new([title.as_str(), "مرحبا", "🎰 777"].into_iter());
            index.find(&query);
            index.find(&query.repeat(times));
            index.find(&title);
        }
    }
}
