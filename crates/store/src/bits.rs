//! The entries of a block as bytes: in a list first the differences of its numbers, then the codes of all entries side by
//! side, in 2, 8, 16 or 32 bits each.

/// Appends codes.
pub fn put_codes(codes: &[u32], width: u32, out: &mut Vec<u8>) {
    match width {
        2 => out.extend(codes.chunks(4).map(|four| {
            four.iter().enumerate().fold(0u8, |byte, (place, code)| byte | (*code as u8 & 3) << (2 * place))
        })),
        _ => codes.iter().for_each(|code| out.extend(&code.to_le_bytes()[..width as usize / 8])),
    }
}

/// Bytes of so many codes.
pub fn code_bytes(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

/// One code of some bytes, which hold it.
pub fn code(bytes: &[u8], width: u32, at: usize) -> u32 {
    match width {
        2 => u32::from(bytes[at / 4] >> (2 * (at % 4)) & 3),
        8 => bytes[at].into(),
        16 => u32::from(bytes[2 * at]) | u32::from(bytes[2 * at + 1]) << 8,
        _ => crate::format::number4(bytes, 4 * at),
    }
}

/// Appends increasing numbers but for the first: each as its difference from the one before less 1, seven bits a byte from
/// those that count least; the last byte of a number is below 128.
pub fn put_numbers(numbers: &[u64], out: &mut Vec<u8>) {
    for pair in numbers.windows(2) {
        let mut rest = pair[1] - pair[0] - 1;
        while rest >= 128 {
            out.push(rest as u8 | 128);
            rest >>= 7;
        }
        out.push(rest as u8);
    }
}

/// Reads so many numbers, the first of which is known, and says how many bytes they took; `None` if they are not there.
pub fn numbers(bytes: &[u8], first: u64, count: usize) -> Option<(Vec<u64>, usize)> {
    let (mut all, mut at) = (Vec::with_capacity(count), 0);
    all.push(first);
    while all.len() < count {
        let (mut difference, mut shift) = (0u64, 0);
        loop {
            let byte = *bytes.get(at)?;
            at += 1;
            difference |= u64::from(byte & 127).checked_shl(shift)?;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        all.push(all.last()?.checked_add(difference)?.checked_add(1)?);
    }
    Some((all, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_read() {
        let codes = [1, 2, 3, 0, 3, 3, 1];
        for width in [2, 8, 16, 32] {
            let mut bytes = Vec::new();
            put_codes(&codes, width, &mut bytes);
            assert_eq!(bytes.len(), code_bytes(codes.len(), width));
            let read: Vec<u32> = (0..codes.len()).map(|at| code(&bytes, width, at)).collect();
            assert_eq!(read, codes);
        }
        let all = [5, 6, 7, 134, 135, 1 << 40, (1 << 62) + 1];
        let mut bytes = Vec::new();
        put_numbers(&all, &mut bytes);
        assert_eq!(numbers(&bytes, 5, all.len()), Some((all.to_vec(), bytes.len())));
        assert_eq!(numbers(&bytes[..bytes.len() - 1], 5, all.len()), None);
    }
}
