"""Every limit of Embedding Explorer, in one place. Messages that tell a limit read it from here.

They keep one request of a shared server within a few seconds and some hundred megabytes; a
class's corpora stay far below. Sizes in bytes are of UTF-8 text.
"""

# Corpus
MAX_CORPUS_BYTES = 2_000_000  # pairs or raw text of one recipe
MAX_WORDS = 50_000  # vocabulary
MAX_WORD_LENGTH = 1_000  # characters of one word
MAX_INSTANCES = 1_000_000  # training examples of one pass
MAX_INSTANCE_WORDS = 10_000_000  # word ids of all instances together: 80 MB

# Runs
MAX_PARAMETERS = 20_000_000  # weights of one model: 160 MB
MAX_STEP = 10_000_000  # furthest step that a run seeks to
MAX_EDITS = 1_000  # changes on the way
MAX_CONTEXT_WORDS = 1_000  # words that a continuation goes on from

# Expressions
MAX_EXPRESSION = 2_000  # characters
MAX_EXPRESSION_PARTS = 300  # numbers, names and signs
MAX_EXPRESSION_DEPTH = 50  # parentheses within parentheses

# A step by hand
MAX_WRITTEN = 100_000  # numbers of a step that is written out as source text
MAX_SHEET = 400  # numbers of one name, on a sheet and in its solutions
MAX_STUDENTS = 1_000  # whose solutions are computed

# Large vocabularies: beyond so many words, of a model whose steps touch only some rows, only rows are copied and sent
MAX_WHOLE_WORDS = 2_000

# Races: no more steps than one of the two allows
MAX_RACE_STEPS = 50_000
MAX_RACE_WORK = 2_000_000_000  # multiply–adds of all output layers together, about a second

# Lessons
MAX_LESSON = 200_000  # characters of a file
MAX_SEEDS = 200  # of a share or a claim

# A file that opens without a server
MAX_FILE_STEPS = 20_000  # some 10 MB of a small run
MAX_FILE_BYTES = 64_000_000  # of its frames and weights, before they are compressed

# What one request may ask for
MAX_FRAMES = 1_024
MAX_BINS = 20_000  # of losses
MAX_NEAREST = 1_000  # words of a list of neighbours
MAX_SOLUTIONS = 50  # students
MAX_NUMBERS = 2_000  # of one list, or checked at once

# One answer of the server: see explorer.budget for the units
MAX_WORK = 4_000_000_000  # multiply–adds, about two seconds
MAX_MEMORY = 300_000_000  # bytes allocated on the way
MAX_SECONDS = 10.0  # of wall time; compiling is not counted
DEAR_WORK = 200_000_000  # from about a tenth of a second on an answer is dear: one of them at a time in a process
DEAR_MEMORY = 60_000_000
MAX_FIELDS = 2_000  # of one request
MAX_TAKEN = 3  # levels of runs that take their vectors from another

# What a worker keeps
MAX_KEPT_RECIPES = 2_000
MAX_KEPT_BYTES = 256_000_000  # recipes with their checkpoints, and finished answers
MAX_FINISHED_BYTES = 16_000_000  # of these, the answers that are everybody's
MAX_REQUEST_BYTES = 8_000_000  # body of one request: a corpus, percent-encoded, and edits
