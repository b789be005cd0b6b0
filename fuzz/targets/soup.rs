//! libFuzzer on words of the language: each byte chooses one.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| grundy_fuzz::laws::of_text(&grundy_fuzz::texts::spelt(bytes)));
