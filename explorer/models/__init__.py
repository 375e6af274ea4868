"""The models, a file or a folder each; `MODELS` is the list of them."""

from explorer.errors import Named
from explorer.models.cbow import CBOW
from explorer.models.mlp import MLP
from explorer.models.nnlm import NNLM
from explorer.models.perceptron import PERCEPTRON
from explorer.models.rnnlm import RNNLM
from explorer.models.skip_gram import SKIP_GRAM

MODELS = Named("model", {model.name: model for model in (CBOW, SKIP_GRAM, PERCEPTRON, MLP, NNLM, RNNLM)})
