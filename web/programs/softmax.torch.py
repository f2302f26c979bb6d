import torch

logits = torch.tensor([LOGITS], dtype=torch.float32)

exponentials = torch.exp(logits)
print("naive:   ", exponentials / exponentials.sum())

exponentials = torch.exp(logits - logits.max())
print("shifted: ", exponentials / exponentials.sum())

# The library's own does the same inside, and so do log_softmax and cross_entropy.
print("built in:", torch.softmax(logits, dim=0))
