import numpy as np


def naive(logits):
    exponentials = np.exp(logits)
    return exponentials / exponentials.sum()


def softmax(logits):
    peak = logits.max()
    exponentials = np.exp(logits - peak)  # the largest is exp(0) = 1
    return exponentials / exponentials.sum()


logits = np.array([LOGITS], dtype=np.float32)
print("naive:  ", naive(logits))
print("shifted:", softmax(logits))
