from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    vocab: int
    context: int = 32
    width: int = 32
    heads: int = 4
    depth: int = 2
    expansion: int = 4

    def __post_init__(self):
        if self.width % self.heads:
            raise ValueError(f"width {self.width} isn't a multiple of heads {self.heads}")

    @property
    def head_width(self):
        return self.width // self.heads
