"""A hidden Markov model: forward-backward, Viterbi and Baum-Welch."""

import numpy as np


def normalise(a, axis=-1):
    total = a.sum(axis=axis, keepdims=True)
    total[total == 0] = 1.0
    return a / total


class CategoricalHMM:
    """Discrete observations; all work is done with scaled probabilities."""

    def __init__(self, start, transition, emission):
        self.start = np.asarray(start, dtype=float)
        self.transition = np.asarray(transition, dtype=float)
        self.emission = np.asarray(emission, dtype=float)
        k = len(self.start)
        if self.transition.shape != (k, k) or self.emission.shape[0] != k:
            raise ValueError("inconsistent numbers of states")

    @classmethod
    def random(cls, n_states, n_symbols, rng):
        return cls(
            normalise(rng.random(n_states)),
            normalise(rng.random((n_states, n_states))),
            normalise(rng.random((n_states, n_symbols))),
        )

    @property
    def n_states(self):
        return self.transition.shape[0]

    @property
    def n_symbols(self):
        return self.emission.shape[1]

    def sample(self, length, rng):
        states = np.zeros(length, dtype=int)
        symbols = np.zeros(length, dtype=int)
        p = self.start
        for t in range(length):
            states[t] = rng.choice(self.n_states, p=p)
            symbols[t] = rng.choice(self.n_symbols, p=self.emission[states[t]])
            p = self.transition[states[t]]
        return states, symbols

    def forward(self, symbols):
        alpha = np.empty((len(symbols), self.n_states))
        scale = np.empty(len(symbols))
        message = self.start
        for t, symbol in enumerate(symbols):
            if t > 0:
                message = alpha[t - 1] @ self.transition
            message = message * self.emission[:, symbol]
            scale[t] = message.sum()
            alpha[t] = message / scale[t]
        return alpha, scale

    def backward(self, symbols, scale):
        beta = np.ones((len(symbols), self.n_states))
        for t in reversed(range(len(symbols) - 1)):
            nxt = self.emission[:, symbols[t + 1]] * beta[t + 1]
            beta[t] = self.transition @ nxt / scale[t + 1]
        return beta

    def posterior(self, symbols):
        alpha, scale = self.forward(symbols)
        beta = self.backward(symbols, scale)
        gamma = alpha * beta
        likelihood = self.emission[:, symbols[1:]] * beta[1:] / scale[1:, None]
        xi = alpha[:-1, :, None] * self.transition * likelihood[:, None, :]
        return gamma, xi, np.log(scale).sum()

    def viterbi(self, symbols):
        with np.errstate(divide="ignore"):
            log_start = np.log(self.start)
            log_transition = np.log(self.transition)
            log_emission = np.log(self.emission)
        n = len(symbols)
        score = np.empty((n, self.n_states))
        pointer = np.zeros((n, self.n_states), dtype=int)
        score[0] = log_start + log_emission[:, symbols[0]]
        for t in range(1, n):
            candidates = score[t - 1][:, None] + log_transition
            pointer[t] = candidates.argmax(axis=0)
            score[t] = candidates.max(axis=0) + log_emission[:, symbols[t]]
        path = [int(score[-1].argmax())]
        for t in range(n - 1, 0, -1):
            path.append(int(pointer[t, path[-1]]))
        return np.array(path[::-1])

    def fit(self, sequences, n_iter=20, tol=1e-3):
        """Expectation maximisation over several sequences."""
        history = []
        for _ in range(n_iter):
            start = np.zeros(self.n_states)
            transition = np.zeros_like(self.transition)
            emission = np.zeros_like(self.emission)
            total = 0.0
            for symbols in sequences:
                gamma, xi, log_likelihood = self.posterior(symbols)
                start += gamma[0]
                transition += xi.sum(axis=0)
                np.add.at(emission.T, symbols, gamma)
                total += log_likelihood
            self.start = normalise(start)
            self.transition = normalise(transition)
            self.emission = normalise(emission)
            history.append(total)
            if len(history) > 1 and history[-1] - history[-2] < tol:
                break
        return history


def best_matching(truth, guess, k):
    """Accuracy under the best renaming of states, found greedily."""
    counts = np.zeros((k, k), dtype=int)
    np.add.at(counts, (truth, guess), 1)
    hits = 0
    work = counts.copy()
    for _ in range(k):
        i, j = np.unravel_index(work.argmax(), work.shape)
        hits += work[i, j]
        work[i, :] = -1
        work[:, j] = -1
    return hits / len(truth)


if __name__ == "__main__":
    rng = np.random.default_rng(4)
    casino = CategoricalHMM(
        start=[0.9, 0.1],
        transition=[[0.95, 0.05], [0.1, 0.9]],
        emission=[[1 / 6] * 6, [0.1, 0.1, 0.1, 0.1, 0.1, 0.5]],
    )
    states, rolls = casino.sample(400, rng)
    print(f"viterbi accuracy  {np.mean(casino.viterbi(rolls) == states):.3f}")

    gamma, _, log_likelihood = casino.posterior(rolls)
    print(f"posterior decoding {np.mean(gamma.argmax(axis=1) == states):.3f}")

    sequences = [casino.sample(80, rng)[1] for _ in range(6)]
    learned = CategoricalHMM.random(2, 6, rng)
    history = learned.fit(sequences, n_iter=15)
    print(f"log likelihood {history[0]:.1f} -> {history[-1]:.1f} ({len(history)} iterations)")
    print(f"matched states    {best_matching(states, learned.viterbi(rolls), 2):.3f}")
