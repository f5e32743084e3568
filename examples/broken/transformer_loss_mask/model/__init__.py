from .attention import MultiHeadAttention
from .config import Config
from .network import Transformer

__all__ = ["Config", "MultiHeadAttention", "Transformer"]
