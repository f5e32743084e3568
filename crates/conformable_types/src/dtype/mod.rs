use super::*;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DType(u32);
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weak {
    Bool,
    Int,
    Float,
    Complex,
}
impl Weak {
    pub fn name(self) -> &'static str {
        "int"
    }
}
const NAMES: [&str; 6] = ["bool", "int64", "float32", "float64", "complex128", "object"];
impl DType {
    pub const BOOL: DType = DType(0);
    pub fn name(self) -> String {
        NAMES[self.0 as usize].into()
    }
    pub fn parse(s: &str) -> Option<DType> {
        NAMES.iter().position(|n| *n == s).map(|i| DType(i as u32))
    }
}
