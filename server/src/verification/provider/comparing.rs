//! Whether a document tells of the person of the profile: pure.
//!
//! Letters with marks are told as documents write them: without the mark, or by two letters. Words may come glued or apart,
//! given names and the family name may have changed places, and a document or a profile may leave middle names out.

use super::model::{CheckedPerson, ComparedField};

/// The profile, as far as it is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Profile<'a> {
    pub(super) first_name: &'a str,
    pub(super) last_name: &'a str,
    pub(super) date_of_birth: &'a str,
    pub(super) country: &'a str,
}

/// What `checked` and `profile` do not agree on; nothing when they tell of the same person. What one of them lacks differs.
pub(super) fn differences(profile: Profile<'_>, checked: &CheckedPerson) -> Vec<ComparedField> {
    let given = words(&format!("{} {}", checked.first_name, checked.middle_name));
    let family = words(&checked.last_name);
    let (first, last) = (words(profile.first_name), words(profile.last_name));
    let straight = (are_given_names(&first, &given), are_family_names(&last, &family));
    let has_swapped = are_given_names(&last, &given) && are_family_names(&first, &family);
    let birth = profile.date_of_birth.trim();
    let country = profile.country.trim();
    [
        (ComparedField::FirstName, straight.0 || has_swapped),
        (ComparedField::LastName, straight.1 || has_swapped),
        (ComparedField::DateOfBirth, !birth.is_empty() && birth == checked.date_of_birth.trim()),
        (ComparedField::Country, !country.is_empty() && country.eq_ignore_ascii_case(checked.country.trim())),
    ]
    .into_iter()
    .filter_map(|(field, agrees)| (!agrees).then_some(field))
    .collect()
}

/// A word as it may be written without marks: by one letter for each, and by two.
type Word = [String; 2];

fn words(text: &str) -> Vec<Word> {
    let is_break = |letter: char| !(letter.is_alphabetic() || matches!(letter, '\'' | '’' | '`'));
    let parts = text.split(is_break).filter(|part| part.chars().any(char::is_alphabetic));
    parts.map(|part| [plain(part, 0), plain(part, 1)]).collect()
}

fn plain(word: &str, way: usize) -> String {
    let lower = word.to_lowercase();
    let letters = lower.chars().filter(|letter| letter.is_alphabetic());
    let mut written = String::new();
    for letter in letters {
        match ways(letter) {
            Some(ways) => written.push_str(ways[way]),
            None => written.push(letter),
        }
    }
    written
}

fn is_same(one: &Word, other: &Word) -> bool {
    one.iter().any(|form| other.contains(form))
}

/// All of them as one word.
fn glued(words: &[Word]) -> Word {
    [0, 1].map(|way| words.iter().map(|word| word[way].as_str()).collect())
}

fn are_all_in(some: &[Word], all: &[Word]) -> bool {
    some.iter().all(|word| all.iter().any(|known| is_same(word, known)))
}

fn are_given_names(one: &[Word], other: &[Word]) -> bool {
    let is_empty = one.is_empty() || other.is_empty();
    !is_empty && (are_all_in(one, other) || are_all_in(other, one) || is_same(&glued(one), &glued(other)))
}

fn are_family_names(one: &[Word], other: &[Word]) -> bool {
    let is_empty = one.is_empty() || other.is_empty();
    !is_empty && (are_all_in(one, other) && are_all_in(other, one) || is_same(&glued(one), &glued(other)))
}

/// How documents write a letter that is none of A to Z: without its mark, and as the machine-readable zone has it.
const fn ways(letter: char) -> Option<[&'static str; 2]> {
    Some(match letter {
        'ä' | 'æ' => ["a", "ae"],
        'å' => ["a", "aa"],
        'á' | 'à' | 'â' | 'ã' | 'ā' | 'ă' | 'ą' => ["a", "a"],
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => ["c", "c"],
        'ď' | 'đ' => ["d", "d"],
        'ð' => ["d", "dh"],
        'é' | 'è' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => ["e", "e"],
        'ğ' | 'ģ' | 'ġ' | 'ĝ' => ["g", "g"],
        'ħ' | 'ĥ' => ["h", "h"],
        'í' | 'ì' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => ["i", "i"],
        'ķ' => ["k", "k"],
        'ł' | 'ľ' | 'ĺ' | 'ļ' => ["l", "l"],
        'ñ' | 'ń' | 'ň' | 'ņ' => ["n", "n"],
        'ö' | 'ø' | 'œ' => ["o", "oe"],
        'ó' | 'ò' | 'ô' | 'õ' | 'ō' | 'ő' => ["o", "o"],
        'ř' | 'ŕ' | 'ŗ' => ["r", "r"],
        'ß' => ["s", "ss"],
        'ś' | 'š' | 'ş' | 'ș' => ["s", "s"],
        'ť' | 'ţ' | 'ț' => ["t", "t"],
        'þ' => ["t", "th"],
        'ü' => ["u", "ue"],
        'ú' | 'ù' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => ["u", "u"],
        'ý' | 'ÿ' => ["y", "y"],
        'ź' | 'ž' | 'ż' => ["z", "z"],
        _ => return cyrillic(letter),
    })
}

/// The same of Cyrillic letters: as passports write them, and as people do.
const fn cyrillic(letter: char) -> Option<[&'static str; 2]> {
    Some(match letter {
        'а' => ["a", "a"],
        'б' => ["b", "b"],
        'в' => ["v", "v"],
        'г' => ["g", "h"],
        'ґ' => ["g", "g"],
        'д' => ["d", "d"],
        'е' => ["e", "ye"],
        'ё' => ["e", "yo"],
        'є' => ["ie", "ye"],
        'ж' => ["zh", "zh"],
        'з' => ["z", "z"],
        'и' | 'й' => ["i", "y"],
        'і' => ["i", "i"],
        'ї' => ["i", "yi"],
        'к' => ["k", "k"],
        'л' => ["l", "l"],
        'м' => ["m", "m"],
        'н' => ["n", "n"],
        'о' => ["o", "o"],
        'п' => ["p", "p"],
        'р' => ["r", "r"],
        'с' => ["s", "s"],
        'т' => ["t", "t"],
        'у' => ["u", "u"],
        'ф' => ["f", "f"],
        'х' => ["kh", "h"],
        'ц' => ["ts", "c"],
        'ч' => ["ch", "ch"],
        'ш' => ["sh", "sh"],
        'щ' => ["shch", "sch"],
        'ъ' => ["ie", ""],
        'ы' => ["y", "y"],
        'ь' => ["", ""],
        'э' => ["e", "e"],
        'ю' => ["iu", "yu"],
        'я' => ["ia", "ya"],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::ComparedField::{Country, DateOfBirth, FirstName, LastName};
    use super::*;

    fn compared(profile: (&str, &str), checked: (&str, &str, &str)) -> Vec<ComparedField> {
        let checked = CheckedPerson {
            first_name: checked.0.to_owned(),
            middle_name: checked.1.to_owned(),
            last_name: checked.2.to_owned(),
            date_of_birth: "1990-05-17".to_owned(),
            country: "DE".to_owned(),
        };
        let profile = Profile {
            first_name: profile.0,
            last_name: profile.1,
            date_of_birth: "1990-05-17",
            country: "DE",
        };
        differences(profile, &checked)
    }

    /// First and last name of the profile, the names of the document, and what differs.
    type Case =
        ((&'static str, &'static str), (&'static str, &'static str, &'static str), &'static [ComparedField]);

    #[test]
    fn names_are_those_of_one_person_or_of_two() {
        #[rustfmt::skip]
        let cases: [Case; 26] = [
            (("Ada", "King"),            ("ADA", "", "KING"),                &[]),
            (("ada ", " King"),          ("Ada", "", "King"),                &[]),
            (("Jürgen", "Müller"),       ("JUERGEN", "", "MUELLER"),         &[]),
            (("Jurgen", "Muller"),       ("JÜRGEN", "", "MÜLLER"),           &[]),
            (("Søren", "Ångström"),      ("SOEREN", "", "AANGSTROEM"),       &[]),
            (("Zoë", "Strauß"),          ("ZOE", "", "STRAUSS"),             &[]),
            (("Õnne", "Jõgi"),           ("ONNE", "", "JOGI"),               &[]),
            (("Łukasz", "Žižka"),        ("LUKASZ", "", "ZIZKA"),            &[]),
            (("Сергей", "Щукин"),        ("SERGEI", "", "SHCHUKIN"),         &[]),
            (("Юлия", "Ярова"),          ("IULIIA", "", "IAROVA"),           &[]),
            (("King", "Ada"),            ("ADA", "", "KING"),                &[]),
            (("Ada", "King"),            ("ADA AUGUSTA", "", "KING"),        &[]),
            (("Ada", "King"),            ("ADA", "AUGUSTA", "KING"),         &[]),
            (("Ada Augusta", "King"),    ("ADA", "", "KING"),                &[]),
            (("Augusta", "King"),        ("ADA", "AUGUSTA", "KING"),         &[]),
            (("Jean-Luc", "Le Blanc"),   ("JEANLUC", "", "LEBLANC"),         &[]),
            (("Jan", "van der Berg"),    ("JAN", "", "VANDERBERG"),          &[]),
            (("Sean", "O'Brien"),        ("SEAN", "", "OBRIEN"),             &[]),
            (("María", "García López"),  ("MARIA", "", "LOPEZ GARCIA"),      &[]),
            (("Ada", "King"),            ("Ada", "", "Lovelace"),            &[LastName]),
            (("Ada", "King"),            ("Ada", "", "King Lovelace"),       &[LastName]),
            (("Ada", "King"),            ("Eva", "", "King"),                &[FirstName]),
            (("Ada Eva", "King"),        ("ADA", "AUGUSTA", "KING"),         &[FirstName]),
            (("Ada", "King"),            ("Grace", "", "Hopper"),            &[FirstName, LastName]),
            (("", "King"),               ("", "", "King"),                   &[FirstName]),
            (("-", "."),                 ("-", "", "."),                     &[FirstName, LastName]),
        ];
        for (profile, checked, expected) in cases {
            assert_eq!(compared(profile, checked), expected, "{profile:?} {checked:?}");
        }
    }

    #[test]
    fn birth_and_country_are_the_same_or_differ() {
        #[rustfmt::skip]
        let cases: [(&str, &str, &[ComparedField]); 5] = [
            ("1990-05-17", "DE", &[]),
            ("1990-05-17", "de", &[]),
            ("1990-17-05", "DE", &[DateOfBirth]),
            ("",           "",   &[DateOfBirth, Country]),
            ("1990-05-17", "AT", &[Country]),
        ];
        for (birth, country, expected) in cases {
            let checked = CheckedPerson {
                first_name: "Ada".to_owned(),
                last_name: "King".to_owned(),
                date_of_birth: birth.to_owned(),
                country: country.to_owned(),
                ..CheckedPerson::default()
            };
            let profile =
                Profile { first_name: "Ada", last_name: "King", date_of_birth: "1990-05-17", country: "DE" };
            assert_eq!(differences(profile, &checked), expected, "{birth:?} {country:?}");
        }
    }
}
