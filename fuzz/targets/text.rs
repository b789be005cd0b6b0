//! libFuzzer on any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::laws::of_bytes(bytes));
