"""Graphs as matrices of the weights of their edges, dense or sparse: as many rows as nodes."""

# Distances from some nodes, or from all: of one node a vector.
@overload
@guard(indices == None)
def from_nodes(S, indices) -> S: ...
@overload
@known_if(any_of(is_a(indices, int), is_a(indices, array), is_a(indices, list)), rank(shape_of(indices)) <= 1)
def from_nodes(S, indices) -> (*shape_of(indices), at(S, 0)): ...
@overload
@guard(return_predecessors == False)
def with_predecessors(S, return_predecessors) -> float64[*S]: ...
@overload
@known_if(return_predecessors == True)
def with_predecessors(S, return_predecessors) -> tuple[float64[*S], int32[*S]]: ...

# One for each node, in an order.
@overload
@guard(return_predecessors == False)
def in_order(n, return_predecessors) -> int32[fresh()]: ...
@overload
@known_if(return_predecessors == True)
def in_order(n, return_predecessors) -> tuple[int32[fresh()], int32[n]]: ...

@overload
@guard(return_labels == False)
def components(S, return_labels) -> int: ...
@overload
@known_if(return_labels == True)
def components(S, return_labels) -> tuple[int, int32[at(S, 0)]]: ...

# A matrix of edges is square.
@overload
@guard(is_a(graph, Sparse))
@require(square_graph(shape_of_sparse(graph)))
def nodes_of(graph) -> shape_of_sparse(graph): ...
@overload
@known_if(any_of(is_a(graph, array), is_a(graph, list)))
@require(square_graph(shape_of(graph)))
def nodes_of(graph) -> shape_of(graph): ...
def shape_of_sparse(graph) -> shape_of(pick(0, *parts(graph))): ...
@require(rank(S) == 2, "a matrix of the edges is wanted")
@require(at(S, 0) == at(S, 1), "a square matrix is wanted: {at(S, 0)} rows and {at(S, 1)} columns")
def square_graph(S) -> S: ...

# What is scaled by the degrees is computed with.
@overload
@guard(strong(T) == bool)
def laplacian_elem(T, normed) -> unknown(): ...
@overload
@guard(normed == False)
def laplacian_elem(T, normed) -> strong(T): ...
@overload
@known_if(normed == True)
def laplacian_elem(T, normed) -> computed(T): ...
@overload
@guard(return_diag == False)
def with_degrees(laplacian, degrees, return_diag) -> laplacian: ...
@overload
@known_if(return_diag == True)
def with_degrees(laplacian, degrees, return_diag) -> tuple[laplacian, degrees]: ...

namespace = scipy.sparse.csgraph

# Whatever the format of the graph but diagonals, which are kept where nothing is scaled.
@overload
@raises("ValueError")
@guard(any_of(is_a(csgraph, CsrMatrix), is_a(csgraph, CscMatrix), is_a(csgraph, CooMatrix), is_a(csgraph, LilMatrix)), form == "array", dtype == None)
@require(at(S, 0) == at(S, 1), "a square matrix is wanted: {at(S, 0)} rows and {at(S, 1)} columns")
def laplacian(csgraph: Sparse[T[*S]], normed: Value = False, return_diag: Value = False, use_out_degree=False, *, copy=True, form: Value = "array", dtype: Value = None, symmetrized=False) -> with_degrees(CooMatrix[laplacian_elem(T, normed)[*S]], laplacian_elem(T, normed)[at(S, 0)], return_diag): ...
@overload
@raises("ValueError")
@guard(any_of(is_a(csgraph, CsrArray), is_a(csgraph, CscArray), is_a(csgraph, CooArray), is_a(csgraph, LilArray)), form == "array", dtype == None)
@require(at(S, 0) == at(S, 1), "a square matrix is wanted: {at(S, 0)} rows and {at(S, 1)} columns")
def laplacian(csgraph: Sparse[T[*S]], normed: Value = False, return_diag: Value = False, use_out_degree=False, *, copy=True, form: Value = "array", dtype: Value = None, symmetrized=False) -> with_degrees(CooArray[laplacian_elem(T, normed)[*S]], laplacian_elem(T, normed)[at(S, 0)], return_diag): ...
@overload
@raises("ValueError")
@guard(is_a(csgraph, array), form == "array", dtype == None)
@require(rank(S) == 2, "a matrix of the edges is wanted")
@require(at(S, 0) == at(S, 1), "a square matrix is wanted: {at(S, 0)} rows and {at(S, 1)} columns")
def laplacian(csgraph: T[*S], normed: Value = False, return_diag: Value = False, use_out_degree=False, *, copy=True, form: Value = "array", dtype: Value = None, symmetrized=False) -> with_degrees(laplacian_elem(T, normed)[*S], laplacian_elem(T, normed)[at(S, 0)], return_diag): ...
@overload
def laplacian(csgraph: Value, normed: Value = False, return_diag: Value = False, use_out_degree=False, *, copy=True, form: Value = "array", dtype: Value = None, symmetrized=False) -> Unknown: ...

@raises("ValueError")
def connected_components(csgraph: Value, directed=True, connection="weak", return_labels: Value = True) -> components(nodes_of(csgraph), return_labels): ...
@raises("ValueError")
def shortest_path(csgraph: Value, method="auto", directed=True, return_predecessors: Value = False, unweighted=False, overwrite=False, indices: Value = None) -> with_predecessors(from_nodes(nodes_of(csgraph), indices), return_predecessors): ...
@raises("ValueError")
def floyd_warshall(csgraph: Value, directed=True, return_predecessors: Value = False, unweighted=False, overwrite=False) -> with_predecessors(nodes_of(csgraph), return_predecessors): ...
@raises("ValueError")
@known_if(min_only == False)
def dijkstra(csgraph: Value, directed=True, indices: Value = None, return_predecessors: Value = False, unweighted=False, limit=inf, min_only: Value = False) -> with_predecessors(from_nodes(nodes_of(csgraph), indices), return_predecessors): ...

@template
@raises("ValueError")
def paths_between(csgraph: Value, directed=True, indices: Value = None, return_predecessors: Value = False, unweighted=False) -> with_predecessors(from_nodes(nodes_of(csgraph), indices), return_predecessors): ...
bellman_ford = paths_between("bellman_ford")
johnson = paths_between("johnson")

@template
@raises("ValueError")
def order_of_nodes(csgraph: Value, i_start, directed=True, return_predecessors: Value = True) -> in_order(at(nodes_of(csgraph), 0), return_predecessors): ...
breadth_first_order = order_of_nodes("breadth_first_order")
depth_first_order = order_of_nodes("depth_first_order")

yen: Unknown
breadth_first_tree: Unknown
depth_first_tree: Unknown
minimum_spanning_tree: Unknown
reverse_cuthill_mckee: Unknown
maximum_flow: Unknown
maximum_bipartite_matching: Unknown
min_weight_full_bipartite_matching: Unknown
structural_rank: Unknown
construct_dist_matrix: Unknown
reconstruct_path: Unknown
csgraph_masked_from_dense: Unknown
csgraph_from_dense: Unknown
csgraph_from_masked: Unknown
csgraph_to_dense: Unknown
csgraph_to_masked: Unknown
NegativeCycleError: Unknown
