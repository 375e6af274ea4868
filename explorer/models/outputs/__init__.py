"""The output layers of CBOW and skip-gram, one file each."""

from explorer.models.outputs.softmax import Softmax

OUTPUTS = {layer.name: layer for layer in (Softmax(),)}
