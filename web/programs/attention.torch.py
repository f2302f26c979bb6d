#section function
#if scale=sqrt
import math

#end
import torch
import torch.nn.functional as F


#if roles=x
def attention(x):
    """Embeddings x: [T, d] to context: [T, d] and weights: [T, T]."""
    scores = x @ x.T  # [T, T]: row i is the query, column j the key
#if roles=head
def attention(x, w_q, w_k, w_v):
    """Embeddings x: [T, d] to context: [T, d_v] and weights: [T, T]."""
    q = x @ w_q  # [T, d_k]: what each token looks for
    k = x @ w_k  # [T, d_k]: what it can be found by
    v = x @ w_v  # [T, d_v]: what it hands over
    scores = q @ k.T  # [T, T]: row i is the query, column j the key
#if roles=heads
def attention(x, w_q, w_k, w_v):
    """Embeddings x: [T, d] to context: [T, h * d_v] and weights: [h, T, T] of h heads."""
    q = x @ w_q  # [h, T, d_k]: what each token looks for, in every head
    k = x @ w_k  # [h, T, d_k]: what it can be found by
    v = x @ w_v  # [h, T, d_v]: what it hands over
    scores = q @ k.mT  # [h, T, T]: row i is the query, column j the key
#end
#if scale=sqrt
    scaled = scores / math.sqrt(KEYS.shape[-1])  # PAIRS
#end
#if mask=causal
    keep = torch.ones(len(x), len(x), dtype=torch.bool).tril()  # the query itself, or earlier
    logits = MASKED.masked_fill(~keep, -torch.inf)  # PAIRS
#if mask=others
    keep = ~torch.eye(len(x), dtype=torch.bool)  # [T, T]: the key is another token
    logits = MASKED.masked_fill(~keep, -torch.inf)  # PAIRS
#end
    weights = torch.softmax(LOGITS, dim=-1)  # PAIRS: the largest is taken off inside
#if mask=others
    empty = torch.isneginf(logits).all(dim=-1, keepdim=True)  # a row without keys: softmax gives NaN
    weights = weights.masked_fill(empty, 0)
#end
#if roles=x
    context = weights @ x  # [T, d]
#if roles=head
    context = weights @ v  # [T, d_v]
#if roles=heads
    context = torch.cat([*(weights @ v)], dim=1)  # [T, h * d_v]: the heads side by side
#end
    return context, weights
#section data
tokens = [TOKENS]
x = EMBEDDINGS
#if roles=head|heads
w_q = QUERY_MATRIX
w_k = KEY_MATRIX
w_v = VALUE_MATRIX
#end
#section run
def show(name, rows):
    print(name)
    for token, row in zip(tokens, rows.tolist()):
        print(*(f"{value:12.6g}" for value in row), f" {token}")


#if roles=x
context, weights = attention(x)
#if roles=head|heads
context, weights = attention(x, w_q, w_k, w_v)
#end
#if roles=x|head
show("weights", weights)
#if roles=heads
for h, of_head in enumerate(weights, start=1):
    show(f"weights of head {h}", of_head)
#end
show("context", context)

# The library's own, in one line (PyTorch 2.1 or later). It returns the context alone.
#if mask=others
# A row without keys is NaN in versions before 2.5, and 0 since.
others = ~torch.eye(len(x), dtype=torch.bool)  # True: may look
#end
#if roles=x
fused = F.scaled_dot_product_attention(x, x, xMORE)
#if roles=head
fused = F.scaled_dot_product_attention(x @ w_q, x @ w_k, x @ w_vMORE)
#if roles=heads
fused = F.scaled_dot_product_attention(x @ w_q, x @ w_k, x @ w_vMORE)
fused = torch.cat([*fused], dim=1)
#end
print("furthest from the library's own:", (context - fused).abs().max().item())
