//! Python's operators on its numbers, where sizes stay sizes: `n * 2` of `n` and `2`.

use conformable_solver::{Failure, FailureKind, Part};
use conformable_types::Ty;
use conformable_types::arithmetic::{int_operation, python_operation};

/// `a op b`
pub fn operated(symbol: &str, inputs: &[Ty]) -> Result<Ty, Failure> {
    let [a, b] = *inputs else {
        let message = format!("{symbol} takes 2 operands, not {}", inputs.len());
        return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
    };
    let refused = |message| Failure::new(FailureKind::NoLoop, message, vec![Part::whole(0), Part::whole(1)]);
    let general = match python_operation(symbol, a, b) {
        Some(result) => result.map_err(refused)?,
        None => return Err(refused(format!("{a} {symbol} {b} is no operation on Python's numbers"))),
    };
    let sizes = a.int_value().zip(b.int_value());
    Ok(sizes.and_then(|(a, b)| int_operation(symbol, a, b)).map_or(general, Ty::int))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::parse_type;

    #[test]
    fn sizes_stay_sizes() {
        let operated = |symbol: &str, a: &str, b: &str| {
            let types = [a, b].map(|text| parse_type(text).unwrap());
            operated(symbol, &types).map(|ty| ty.to_string())
        };
        assert_eq!(operated("*", "Int[n]", "Literal[2]").unwrap(), "Int[2*n]");
        assert_eq!(operated("//", "Int[n]", "Literal[2]").unwrap(), "Int[n//2]");
        assert_eq!(operated("-", "Int[n]", "Int[n]").unwrap(), "Literal[0]");
        assert_eq!(operated("/", "Int[n]", "Literal[2]").unwrap(), "float");
        assert_eq!(operated("**", "Literal[2]", "Literal[3]").unwrap(), "Literal[8]");
        assert_eq!(operated("<<", "Literal[2]", "Literal[3]").unwrap(), "Literal[16]");
        assert_eq!(operated("<<", "bool", "bool").unwrap(), "int");
        assert_eq!(operated("+", "int", "Literal[2]").unwrap(), "int");
        assert_eq!(operated("<", "Int[n]", "Literal[2]").unwrap(), "bool");
        assert!(operated("&", "Int[n]", "float").is_err());
        assert!(operated("+", "Int[n]", "float64[3]").is_err());
    }
}
