"""The output layers of CBOW and skip-gram, one file each; `layer` says what one must be able to do."""

from explorer.models.outputs.hierarchical import Hierarchical
from explorer.models.outputs.negative import Negative
from explorer.models.outputs.softmax import Softmax

OUTPUTS = {layer.name: layer for layer in (Softmax(), Hierarchical(), Negative())}
