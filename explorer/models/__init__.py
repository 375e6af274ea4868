"""The models, one file each; `MODELS` is the list of them."""

from explorer.models.cbow import CBOW
from explorer.models.skip_gram import SKIP_GRAM

MODELS = {model.name: model for model in (CBOW, SKIP_GRAM)}
