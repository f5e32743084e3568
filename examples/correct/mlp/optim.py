import numpy as np


class Optimizer:
    def __init__(self, parameters, lr):
        self.parameters = list(parameters)
        self.lr = lr

    def step(self):
        for i, p in enumerate(self.parameters):
            self.update(i, p)
            p.zero_grad()

    def update(self, i, p):
        raise NotImplementedError


class SGD(Optimizer):
    def __init__(self, parameters, lr=0.1, momentum=0.0):
        super().__init__(parameters, lr)
        self.momentum = momentum
        self.velocity = [np.zeros_like(p.value) for p in self.parameters]

    def update(self, i, p):
        self.velocity[i] = self.momentum * self.velocity[i] - self.lr * p.grad
        p.value += self.velocity[i]


class Adam(Optimizer):
    def __init__(self, parameters, lr=1e-3, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(parameters, lr)
        self.betas, self.eps = betas, eps
        self.t = 0
        self.m = [np.zeros(p.value.shape) for p in self.parameters]
        self.v = [np.zeros(p.value.shape) for p in self.parameters]

    def step(self):
        self.t += 1
        super().step()

    def update(self, i, p):
        b1, b2 = self.betas
        self.m[i] = b1 * self.m[i] + (1 - b1) * p.grad
        self.v[i] = b2 * self.v[i] + (1 - b2) * p.grad**2
        m_hat = self.m[i] / (1 - b1**self.t)
        v_hat = self.v[i] / (1 - b2**self.t)
        p.value -= self.lr * m_hat / (np.sqrt(v_hat) + self.eps)
