//! The order of nodes when one becomes the source of others (Pearce and Kelly's dynamic topological
//! order): only nodes that stand between it and them are looked at.

use rustc_hash::FxHashSet;

use crate::arena::Arena;

impl Arena {
    /// Is `source` computed from any of `nodes`?
    pub fn depends(&self, source: u32, nodes: &[u32]) -> bool {
        self.from(nodes, self.place(source)).contains(&source)
    }

    /// New places for nodes, so that `source` stands before all of `nodes`, from which it is not
    /// computed. Each is a node with the place that it leaves and the one that it takes.
    pub fn moves(&self, source: u32, nodes: &[u32]) -> Vec<(u32, u32, u32)> {
        let least = nodes.iter().map(|node| self.place(*node)).min().unwrap_or(u32::MAX);
        if self.place(source) < least {
            return Vec::new();
        }
        let sorted = |nodes: FxHashSet<u32>| {
            let mut nodes: Vec<u32> = nodes.into_iter().collect();
            nodes.sort_unstable_by_key(|node| self.place(*node));
            nodes
        };
        let before = sorted(self.before(source, least));
        let behind = sorted(self.from(nodes, self.place(source)));
        let all: Vec<u32> = before.into_iter().chain(behind).collect();
        let mut places: Vec<u32> = all.iter().map(|node| self.place(*node)).collect();
        places.sort_unstable();
        let moved = all.into_iter().zip(places).map(|(node, place)| (node, self.place(node), place));
        moved.filter(|(_, from, to)| from != to).collect()
    }

    /// These nodes and what is computed from them, as far as `last` in the order.
    fn from(&self, nodes: &[u32], last: u32) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        let mut open: Vec<u32> = nodes.to_vec();
        while let Some(node) = open.pop() {
            if self.place(node) <= last && found.insert(node) {
                open.extend(self.outputs(node).flat_map(|var| self.uses(var)).map(|slot| self.node_of(slot).0));
            }
        }
        found
    }

    /// A node and what it is computed from, back to `first` in the order.
    fn before(&self, node: u32, first: u32) -> FxHashSet<u32> {
        let mut found = FxHashSet::default();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.place(node) >= first && found.insert(node) {
                open.extend(self.inputs(node).iter().filter_map(|var| self.node_owning(*var)));
            }
        }
        found
    }
}
