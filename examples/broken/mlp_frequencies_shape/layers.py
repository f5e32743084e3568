"""Layers with a forward and a backward pass; each keeps what its backward pass needs."""

import numpy as np


class Parameter:
    def __init__(self, value):
        self.value = value
        self.grad = np.zeros_like(value)

    def zero_grad(self):
        self.grad[...] = 0


class Layer:
    def parameters(self):
        return [p for p in vars(self).values() if isinstance(p, Parameter)]

    def __call__(self, x, training=False):
        return self.forward(x, training)

    def forward(self, x, training):
        raise NotImplementedError

    def backward(self, grad):
        raise NotImplementedError


class Dense(Layer):
    def __init__(self, n_in, n_out, rng, bias=True):
        self.weight = Parameter(rng.normal(0, np.sqrt(2 / n_in), size=(n_in, n_out)))
        self.bias = Parameter(np.zeros(n_out)) if bias else None

    def forward(self, x, training):
        self._x = x
        out = x @ self.weight.value
        if self.bias is not None:
            out += self.bias.value
        return out

    def backward(self, grad):
        self.weight.grad += self._x.T @ grad
        if self.bias is not None:
            self.bias.grad += grad.sum(axis=0)
        return grad @ self.weight.value.T


class ReLU(Layer):
    def forward(self, x, training):
        self._mask = x > 0
        return x * self._mask

    def backward(self, grad):
        return grad * self._mask


class Dropout(Layer):
    def __init__(self, rate, rng):
        self.rate = rate
        self.rng = rng

    def forward(self, x, training):
        if not training or self.rate == 0:
            self._keep = None
            return x
        self._keep = (self.rng.random(x.shape) >= self.rate) / (1 - self.rate)
        return x * self._keep

    def backward(self, grad):
        return grad if self._keep is None else grad * self._keep


class BatchNorm(Layer):
    def __init__(self, width, momentum=0.9, eps=1e-5):
        self.gamma = Parameter(np.ones(width))
        self.beta = Parameter(np.zeros(width))
        self.running_mean = np.zeros(width)
        self.running_var = np.ones(width)
        self.momentum, self.eps = momentum, eps

    def forward(self, x, training):
        if training:
            mean, var = x.mean(axis=0), x.var(axis=0)
            m = self.momentum
            self.running_mean = m * self.running_mean + (1 - m) * mean
            self.running_var = m * self.running_var + (1 - m) * var
        else:
            mean, var = self.running_mean, self.running_var
        self._std = np.sqrt(var + self.eps)
        self._normed = (x - mean) / self._std
        return self.gamma.value * self._normed + self.beta.value

    def backward(self, grad):
        n = len(grad)
        self.gamma.grad += (grad * self._normed).sum(axis=0)
        self.beta.grad += grad.sum(axis=0)
        g = grad * self.gamma.value
        spread = g.sum(axis=0) + self._normed * (g * self._normed).sum(axis=0)
        return (g - spread / n) / self._std


class Sequential(Layer):
    def __init__(self, *layers):
        self.layers = list(layers)

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def forward(self, x, training):
        for layer in self.layers:
            x = layer(x, training=training)
        return x

    def backward(self, grad):
        for layer in reversed(self.layers):
            grad = layer.backward(grad)
        return grad
