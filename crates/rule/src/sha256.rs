//! SHA-256 (FIPS 180-4), to tie a certificate to one rule text.

/// The digest of `bytes` in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let (rounds, mut state) = CONSTANTS;
    let mut message = bytes.to_vec();
    message.push(0x80);
    message.resize(message.len().next_multiple_of(64), 0);
    if message.len() - bytes.len() < 9 {
        message.resize(message.len() + 64, 0);
    }
    let end = message.len();
    message[end - 8..].copy_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        let mut w = [0u32; 64];
        for (word, four) in w.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([four[0], four[1], four[2], four[3]]);
        }
        for i in 16..64 {
            let low = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ w[i - 15] >> 3;
            let high = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16].wrapping_add(low).wrapping_add(w[i - 7]).wrapping_add(high);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for i in 0..64 {
            let sum1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let one = h.wrapping_add(sum1).wrapping_add(choice).wrapping_add(rounds[i]).wrapping_add(w[i]);
            let sum0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let two = sum0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(one), c, b, a, one.wrapping_add(two));
        }
        for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(add);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

/// The first 32 bits of the fractions of the cube roots of the first 64 primes, and of the square roots of the
/// first 8, computed exactly as the standard defines them.
const CONSTANTS: ([u32; 64], [u32; 8]) = constants();

const fn constants() -> ([u32; 64], [u32; 8]) {
    let (mut rounds, mut state) = ([0; 64], [0; 8]);
    let (mut count, mut number) = (0, 2);
    while count < rounds.len() {
        if is_prime(number) {
            rounds[count] = root(number, 3);
            if count < state.len() {
                state[count] = root(number, 2);
            }
            count += 1;
        }
        number += 1;
    }
    (rounds, state)
}

const fn is_prime(number: u128) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number % divisor == 0 {
            return false;
        }
        divisor += 1;
    }
    true
}

/// The low 32 bits of floor(2^32 p^(1/k)), which is the largest r with r^k <= p 2^(32k).
const fn root(p: u128, k: u32) -> u32 {
    let (mut r, mut bit) = (0u128, 36);
    while bit > 0 {
        bit -= 1;
        let with = r | 1 << bit;
        if with.pow(k) <= p << (32 * k) {
            r = with;
        }
    }
    r as u32
}

#[cfg(test)]
mod tests {
    use super::sha256;

    /// The examples of FIPS 180-2, appendix B.
    #[test]
    fn published_digests() {
        assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(sha256(two_blocks), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        let million = vec![b'a'; 1_000_000];
        assert_eq!(sha256(&million), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}
