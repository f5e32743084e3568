def ackermann(m: int, n: int) -> int:
    if m == 0:
        return n + 1
    elif n == 0:
        return ackermann(m - 1, 1)
    else:
        return ackermann(m - 1, ackermann(m, n - 1))


def fibonacci(n: int, known: dict[int, int]) -> int:
    if n < 2:
        return n
    if n in known:
        return known.get(n, 0)
    value = fibonacci(n - 1, known) + fibonacci(n - 2, known)
    known.setdefault(n, value)
    return value


def hanoi(disks: int, start: int, end: int, moves: list[int]) -> int:
    if disks == 0:
        return 0
    other = 3 - start - end
    count = hanoi(disks - 1, start, other, moves)
    moves.append(10 * start + end)
    count += hanoi(disks - 1, other, end, moves)
    return count + 1


def safe(columns: "int[:]", row: int, column: int) -> bool:
    for earlier in range(row):
        other = columns[earlier]
        if other == column or abs(other - column) == row - earlier:
            return False
    return True


def queens(columns: "int[:]", row: int) -> int:
    n = columns.shape[0]
    if row == n:
        return 1
    found = 0
    for column in range(n):
        if safe(columns, row, column):
            columns[row] = column
            found += queens(columns, row + 1)
    return found


def power(base: float, exponent: int) -> float:
    if exponent < 0:
        return 1.0 / power(base, -exponent)
    if exponent == 0:
        return 1.0
    half = power(base, exponent // 2)
    if exponent % 2 == 0:
        return half * half
    return half * half * base


def bits(n: int):
    digits = [n & 1]
    while n > 1:
        n = n >> 1
        digits.append(n & 1)
    digits.reverse()
    ones = 0
    for digit in digits:
        ones += digit
    return digits, ones


def table(limit: int):
    known = {0: 0, 1: 1}
    total = 0
    for n in range(limit):
        total += fibonacci(n, known)
    moves = [0]
    moves.clear()
    steps = hanoi(limit, 0, 2, moves)
    return total, steps == len(moves)
