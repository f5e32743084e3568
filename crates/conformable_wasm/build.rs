//! The stack of the program in a browser, which is as large as that of the command's threads.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo:rustc-cdylib-link-arg=-zstack-size={}", 64 << 20);
    }
}
