//! Links the program at a fixed address on Linux: a program that may lie anywhere has its tables of pointers rewritten at
//! every start, which is a third of the instructions of a small question. Libraries, heap, stacks and native code still lie anywhere.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
