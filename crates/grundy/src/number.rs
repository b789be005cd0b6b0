//! Numbers as people write and read them: `1000`, `1e12`, `10^18`; `1,000,000`.

/// A number up to 9223372036854775807, or why the text is none.
pub fn number(text: &str) -> Result<u64, String> {
    grundy_heap::parse_number(text).map_err(|error| error.to_string())
}

/// Thousands apart.
pub fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 && digits.len() > 4 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
