#section function
#if scale=sqrt
import math

#end
import numpy as np


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
    scores = q @ k.swapaxes(1, 2)  # [h, T, T]: row i is the query, column j the key
#end
#if scale=sqrt
    scaled = scores / math.sqrt(KEYS.shape[-1])  # PAIRS
#end
#if mask=causal
    keep = np.tri(len(x), dtype=bool)  # [T, T]: the key is the query itself, or earlier
    logits = np.where(keep, MASKED, -np.inf)  # PAIRS
#if mask=others
    keep = ~np.eye(len(x), dtype=bool)  # [T, T]: the key is another token
    logits = np.where(keep, MASKED, -np.inf)  # PAIRS
#end
    peaks = LOGITS.max(axis=-1, keepdims=True)  # COLUMN: the largest
#if mask=others
    peaks = np.where(np.isneginf(peaks), 0, peaks)  # a row without keys: exp(-inf) is 0
#end
    exponentials = np.exp(LOGITS - peaks)  # PAIRS: from 0 to 1
    sums = exponentials.sum(axis=-1, keepdims=True)  # COLUMN
#if mask=others
    weights = exponentials / np.where(sums == 0, 1, sums)  # PAIRS: rows sum to 1, or are 0
#if mask=none|causal
    weights = exponentials / sums  # PAIRS: rows sum to 1
#end
#if roles=x
    context = weights @ x  # [T, d]
#if roles=head
    context = weights @ v  # [T, d_v]
#if roles=heads
    context = np.concatenate(weights @ v, axis=1)  # [T, h * d_v]: the heads side by side
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
    for token, row in zip(tokens, rows):
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
