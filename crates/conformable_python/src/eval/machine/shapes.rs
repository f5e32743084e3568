//! The shape of an array as a value: a tuple of ints where the rank is known; where it is not,
//! what is done with it (unpacking, a comparison, an index) teaches the rank.

use conformable_solver::Fact;
use conformable_types::shape::Dims;
use conformable_types::{Dim, Shape, Truth};

use crate::domain::state::State;
use crate::domain::value::{Kind, Value, as_dim};
use crate::eval::Machine;

impl<'p> Machine<'p> {}

impl<'p> State<'p> {
    /// The same value, as a tuple if it is a shape whose rank has become known.
    pub fn settle(&self, value: &Value<'p>) -> Value<'p> {
        match &value.kind {
            Kind::Shape(shape) => match self.settled(*shape) {
                Some(tuple) => Value { origin: value.origin, ..tuple.with_dependencies(value.dependencies) },
                None => value.clone(),
            },
            _ => value.clone(),
        }
    }

    /// `x.shape`.
    pub fn shape_value(&mut self, shape: Shape) -> Value<'p> {
        self.settled(shape).unwrap_or_else(|| Kind::Shape(shape).into())
    }

    /// A tuple of ints, if the rank has become known.
    pub fn settled(&self, shape: Shape) -> Option<Value<'p>> {
        let dims = self.store.resolve_shape(shape).dims()?;
        Some(Value::tuple(dims.iter().map(|dim| Value::int(*dim)).collect()))
    }

    /// The shape has exactly this rank; a contradiction is the caller's to report.
    pub fn has_rank(&mut self, shape: Shape, rank: usize) -> Truth {
        let resolved = self.store.resolve_shape(shape);
        if resolved.min_rank() > rank {
            return Truth::No;
        }
        let rank = as_dim(rank);
        Truth::from(self.store.tell(&Fact::Eq(resolved.rank_dim(), rank)).is_ok())
    }

    /// The dim at a constant place, which the shape then has.
    pub fn dim_at(&mut self, shape: Shape, place: i64) -> Option<Dim> {
        let resolved = self.store.resolve_shape(shape);
        if let Some(dim) = resolved.at(place) {
            return Some(dim);
        }
        // At least so many dims: the last of them, from the end that is counted from.
        let count = usize::try_from(if place >= 0 { place + 1 } else { -place }).ok().filter(|count| *count <= 32)?;
        let seq = resolved.seq()?;
        let dims = self.store.dims_of(seq, count);
        let rest = self.store.rest_of(seq).seq()?;
        let wider = if place >= 0 {
            Shape::new(dims.iter().copied(), Some((rest, Dims::new())))
        } else {
            Shape::new::<Dim>([], Some((rest, Dims::from_slice(&dims))))
        };
        self.store.tell(&Fact::Shape(resolved, wider)).ok()?;
        Some(if place >= 0 { dims[count - 1] } else { dims[0] })
    }
}
