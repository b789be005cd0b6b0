//! Texts that are no certificates: refused with the line where it shows, without harm.

use grundy_proof::*;
use proptest::prelude::*;

const GOOD: &str = "\
grundy certificate 1
game Nim(piles=2)
rules sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
claim outcome normal
digits base-2
weights 1 1
tables 1
table 0 numbers 2 states 2
0 + 0 1 1 0
1 - 1 1 1 1
end
";

#[test]
fn a_good_one_is_read_and_written_back() {
    let certificate = parse(GOOD).unwrap();
    assert_eq!(certificate.text(), GOOD);
    assert_eq!(certificate.claim.tables()[0].states(), 2);
}

fn refused(text: &str, line: usize, reason: &str) {
    let malformed = parse(text).expect_err(text);
    assert_eq!((malformed.line, malformed.reason.as_str()), (line, reason), "{text}");
}

#[test]
fn every_truncation_is_refused() {
    for end in 0..GOOD.len() {
        assert!(parse(&GOOD[..end]).is_err(), "{end}");
    }
    let lines: Vec<&str> = GOOD.lines().collect();
    for count in 1..lines.len() {
        refused(&format!("{}\n", lines[..count].join("\n")), count + 1, "the certificate ends too early");
    }
}

#[test]
fn every_exchange_of_two_lines_is_refused() {
    let lines: Vec<&str> = GOOD.lines().collect();
    for i in 0..lines.len() {
        for j in i + 1..lines.len() {
            let mut exchanged = lines.clone();
            exchanged.swap(i, j);
            let malformed = parse(&format!("{}\n", exchanged.join("\n"))).expect_err("exchanged");
            assert_eq!(malformed.line, i + 1);
        }
        let mut doubled = lines.clone();
        doubled.insert(i, lines[i]);
        assert!(parse(&format!("{}\n", doubled.join("\n"))).is_err());
    }
}

#[test]
fn wrong_lines() {
    let with = |line: usize, text: &str| {
        let mut lines: Vec<&str> = GOOD.lines().collect();
        lines[line - 1] = text;
        format!("{}\n", lines.join("\n"))
    };
    let foreign = "not a certificate: it does not begin with `grundy certificate 1`";
    refused("%PDF-1.7\n", 1, foreign);
    refused("", 1, "the certificate ends too early");
    refused("\u{feff}grundy certificate 1\n", 1, foreign);
    refused(&with(1, "grundy certificate 2"), 1, "another version than 1");
    refused(&with(2, "game \u{7}"), 2, "not the name of a game");
    refused(&with(3, "rules sha256 E3B0"), 3, "not 64 hexadecimal digits");
    refused(&with(4, "claim everything"), 4, "an unknown kind of claim");
    refused(&with(5, "digits base-3"), 5, "an unknown digit system");
    refused(&with(6, "weights 1 -1"), 6, "weights are numbers up to 1048576 with one space between");
    refused(&with(6, "weights 1  1"), 6, "weights are numbers up to 1048576 with one space between");
    refused(&with(6, "weights 1 1 1"), 8, "expected `table 0 numbers 3 states`");
    refused(&with(6, "weights 1 1 1 1 1 1 1 1 1 1 1 1 1"), 6, "too many fields");
    refused(&with(7, "tables 0"), 7, "not a number of tables that this claim has");
    refused(&with(7, "tables 99999999999999999999"), 7, "not a number of tables that this claim has");
    refused(&with(8, "table 0 numbers 2 states 1048577"), 8, "not a number of states from 1 to 1048576");
    refused(&with(8, "table 0 numbers 2 states 1000000"), 11, "expected the row of state 2");
    refused(&with(8, "table 0 numbers 2 states 1"), 9, "expected 4 states below 1");
    refused(&with(9, "0 + 0 1 1"), 9, "expected 4 states below 2");
    refused(&with(9, "0 + 0 1 1 0 0"), 9, "more than 4 states");
    refused(&with(9, "0 + 0 1 1 2"), 9, "expected 4 states below 2");
    refused(&with(9, "0 + 0 1 01 0"), 9, "expected 4 states below 2");
    refused(&with(9, "0 ? 0 1 1 0"), 9, "expected + or - after the state");
    refused(&with(9, "0 + 1 1 1 0"), 9, "leading zeros leave the first state");
    refused(&with(11, "END"), 11, "expected `end`");
    refused(&format!("{GOOD}more\n"), 12, "text after the end");
    refused(&GOOD.replace('\n', "\r\n"), 11, "lines end with one line feed each");
    refused(GOOD.trim_end(), 11, "lines end with one line feed each");
}

#[test]
fn large_promises_cost_nothing() {
    // A header that promises the largest table, and nothing behind it.
    let text = GOOD.replace("states 2", "states 1048576").replace("0 + 0 1 1 0\n1 - 1 1 1 1\nend\n", "");
    refused(&text, 9, "the certificate ends too early");
    refused(&"x".repeat(65 << 20), 1, "longer than 67108864 bytes");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(?s).{0,200}") {
        let _ = parse(&text);
    }

    #[test]
    fn a_changed_byte_is_refused_or_read_as_it_stands(at in 0..GOOD.len(), byte in 32u8..127) {
        let mut bytes = GOOD.as_bytes().to_vec();
        bytes[at] = byte;
        let text = String::from_utf8(bytes).unwrap();
        if let Ok(certificate) = parse(&text) {
            prop_assert_eq!(certificate.text(), text);
        }
    }
}
