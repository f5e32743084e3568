import numpy as np


def neighbours(grid: "int8[:,:]", i: int, j: int) -> int:
    n, m = grid.shape
    total = 0
    for di in range(-1, 2):
        for dj in range(-1, 2):
            if di != 0 or dj != 0:
                total += int(grid[(i + di) % n, (j + dj) % m])
    return total


def evolve(grid: "int8[:,:]", out: "int8[:,:]"):
    n = grid.shape[0]
    m = grid.shape[1]
    for i in range(n):
        for j in range(m):
            alive = neighbours(grid, i, j)
            if grid[i, j] == 1 and (alive == 2 or alive == 3):
                out[i, j] = 1
            elif grid[i, j] == 0 and alive == 3:
                out[i, j] = 1
            else:
                out[i, j] = 0


def population(grid: "int8[:,:]"):
    return np.sum(grid)


def glider(n: int, steps: int):
    grid = np.zeros((n, n), dtype=np.int8)
    out = np.zeros((n, n), dtype=np.int8)
    cells = [(0, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    for cell in cells:
        grid[cell[0], cell[1]] = 1
    for k in range(steps):
        evolve(grid, out)
        grid[:, :] = out
    return population(grid)
