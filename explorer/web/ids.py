"""Every element id of the page, once; but for the panels, whose names, in `assets/panels`, are the ids of their bodies.

Layout, callbacks and tests import these names; the scripts in `assets/` spell the same strings. The ids of
the transport, the inputs and the panels are a promise to tests and links and do not change.
"""

# Header
PRESET = "preset"
MODEL = "model"
OUTPUT = "output"
COPY_LINK = "copy-link"
ENLARGE = "enlarge"
PRESENT = "present"
DEBUG = "debug"
PREDICT = "predict"
THEME = "theme"
HELP = "help"

# What presents: the bar, the list of panels behind its button, Plotly's figure of one, and the way out
PRESENTING = "presenting"
PRESENT_PANELS = "present-panels"
PRESENT_FIGURE = "present-figure"
PRESENT_LEAVE = "present-leave"

# Questions across steps: the dock, and what its expressions can name in every run
DOCK = "dock"
EXPRESSION_NAMES = "expression-names"

# Transport
RESTART = "restart"
BACK = "back"
STAGE_BACK = "stage-back"
STAGE = "stage"
NEXT = "next"
STEP_20 = "step-20"
STEP_100 = "step-100"
STEP_500 = "step-500"
PLAY = "play"
SPEED = "speed"
STATUS = "status"
GO_TO = "go-to"
TIMELINE = "timeline"
TIMELINE_LOSS = "timeline-loss"

# What goes wrong: problems of a recipe (a list, role=alert), a run that stopped or a server that is away, and
# quietly, beside the status, a server that is asked again because it is busy
PROBLEMS = "problems"
ALERT = "alert"
WAITING = "waiting"

# Controls and data
CONTROLS = "controls"
PARAMETERS = "parameters"
PAIRS = "pairs"
TEXT = "text"
POINTS = "points"
PAIRS_TAB = "pairs-tab"
TEXT_TAB = "text-tab"
POINTS_TAB = "points-tab"
PAIRS_SHEET = "pairs-sheet"
TEXT_SHEET = "text-sheet"
POINTS_SHEET = "points-sheet"
FILE = "file"
FILE_NAME = "file-name"
APPLY = "apply"
CHANGE_HERE = "change-here"
FORK = "fork"
CHANGE_NOTE = "change-note"
TAKERS = "takers"
DIALECT = "dialect"
DIALECT_CHOICE = "param-dialect"
DIALECT_LEFT = "dialect-left"
EDITS = "edits"
EDITS_TITLE = "edits-title"
EDITS_LIST = "edits-list"

# The preset's note
NOTE = "note"
NOTE_TITLE = "note-title"
FIRST_VISIT = "first-visit"
NOTE_CHANGED = "note-changed"
NOTE_CAPTION = "note-caption"
NOTE_MORE = "note-more"
NOTE_LOOK_FOR = "note-look-for"
NOTE_SOURCE = "note-source"

# A figure that a button of the header asks for, and a button of a panel
RACE = "race"
PCA = "pca"

# Questions to the vectors: forms that set view options, lists that a callback fills
NEIGHBOURS = "neighbours"
NEIGHBOURS_WORD = "neighbours-word"
NEIGHBOURS_LIST = "neighbours-list"
ANALOGY = "analogy"
ANALOGY_A = "analogy-a"
ANALOGY_B = "analogy-b"
ANALOGY_C = "analogy-c"
ANALOGY_LIST = "analogy-list"
ANALOGY_ALL = "analogy-all"
NEXT_CONTEXT = "next-context"
NEXT_SEED = "next-seed"
NEXT_DRAW = "next-draw"
NEXT_BEST = "next-best"
NEXT_NOTE = "next-note"
NEXT_LIST = "next-list"
OF = "of"
WORDS = "words"

# Dialogs
SAVE_FILE = "save-file"
SAVED_STEPS = "saved-steps"
HELP_DIALOG = "help-dialog"
HELP_SYMBOLS = "help-symbols"
ENLARGED_DIALOG = "enlarged-dialog"
ENLARGED_PANEL = "enlarged-panel"
ENLARGED_RUN = "enlarged-run"
ENLARGED = "enlarged"

# The explorer as Dash's component: where it is, and the panel that someone asked to see enlarged
EXPLORER = "explorer"


def param(field: str) -> str:
    """The id of the control of one hyperparameter."""
    return f"param-{field}"


def problem(control: str) -> str:
    """The id of the element beside a control where its problem is told."""
    return f"{control}-problem"
