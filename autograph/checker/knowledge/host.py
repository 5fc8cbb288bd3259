"""Functions of Python and its libraries that act on the host: while the function is traced, not when the graph runs."""

from __future__ import annotations

import builtins
import re

from .words import words

BUILTINS = frozenset(dir(builtins))

PRINTS = frozenset(
    {"print", "pprint.pprint", "pprint.pp", "sys.stdout.write", "sys.stderr.write", "builtins.print", "rich.print"}
)

LOGS = re.compile(
    r"^(logging|absl\.logging|loguru\.logger|tensorflow\.logging|warnings|tensorflow\.compat\.v1\.logging)"
    r"\.(debug|info|warning|warn|error|critical|exception|log|fatal|vlog|log_every_n|log_first_n|success|trace)$"
)
LOG_METHODS = frozenset({"debug", "info", "warning", "warn", "error", "critical", "exception", "log"})
LOGGER_MAKERS = frozenset(
    {"logging.getLogger", "logging.Logger", "absl.logging.get_absl_logger", "tensorflow.get_logger"}
)

CLOCKS = words(
    """
    time.time time.time_ns time.perf_counter time.perf_counter_ns time.monotonic time.monotonic_ns
    time.process_time time.process_time_ns time.clock time.sleep time.ctime time.localtime time.strftime
    time.gmtime datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today datetime.date.today
    datetime.now timeit.default_timer timeit.timeit
    """
)

RANDOM_MODULES = ("numpy.random.", "random.", "secrets.")
RANDOM_CALLS = frozenset({"uuid.uuid1", "uuid.uuid4", "os.urandom"})
RANDOM_CLASSES = frozenset(
    {"numpy.random.default_rng", "numpy.random.RandomState", "numpy.random.Generator", "random.Random"}
)
RANDOM_METHODS = words(
    """
    normal uniform random rand randn randint integers choice choices shuffle permutation permuted sample
    binomial poisson standard_normal exponential gamma beta multivariate_normal random_sample seed bytes
    getrandbits gauss randrange triangular laplace multinomial dirichlet
    """
)

IO_CALLS = words(
    """
    open builtins.open io.open numpy.save numpy.savez numpy.savez_compressed numpy.savetxt numpy.load
    numpy.loadtxt numpy.genfromtxt numpy.fromfile pickle.dump pickle.load json.dump json.load os.makedirs
    os.mkdir os.remove os.rename os.unlink os.rmdir os.listdir os.system os.replace shutil.rmtree shutil.copy
    shutil.move shutil.copyfile input joblib.dump joblib.load yaml.dump yaml.safe_load glob.glob
    urllib.request.urlopen urllib.request.urlretrieve imageio.imread imageio.imwrite imageio.mimsave
    pandas.read_csv torch.save torch.load scipy.io.loadmat scipy.io.savemat scipy.io.wavfile.read
    scipy.io.wavfile.write soundfile.write soundfile.read librosa.load
    """
)
IO_MODULES = (
    "matplotlib.pyplot.",
    "pylab.",
    "cv2.",
    "PIL.Image.",
    "requests.",
    "subprocess.",
    "wandb.",
    "skimage.io.",
    "seaborn.",
)

MATH_MODULES = ("math.", "cmath.")
NUMPY_MODULES = ("numpy.", "scipy.", "jax.numpy.", "cupy.", "sklearn.", "pandas.")

CONTAINER_MAKERS = {
    "list": "list", "dict": "dict", "set": "set", "frozenset": "set", "collections.deque": "list",
    "collections.defaultdict": "dict", "collections.OrderedDict": "dict", "collections.Counter": "dict",
    "tuple": "tuple", "bytearray": "list", "collections.ChainMap": "dict", "weakref.WeakKeyDictionary": "dict",
    "weakref.WeakValueDictionary": "dict", "weakref.WeakSet": "set", "queue.Queue": "list",
    "multiprocessing.Queue": "list",
}  # fmt: skip

PURE_NUMPY = re.compile(
    r"^numpy\.(float\w*|int\w*|uint\w*|bool_?|complex\w*|str_|object_?|dtype|finfo|iinfo|pi|inf|nan|newaxis|e|shape|ndim|issubdtype"
    r"|result_type|promote_types|errstate|seterr|set_printoptions|printoptions|testing\..*|random\..*)$"
)
"""Parts of numpy that take no array, or for which another rule is right."""

ARRAY_REDUCTIONS = frozenset(
    f"numpy.{name}"
    for name in words(
        """
        sum mean max min amax amin std var median argmax argmin dot matmul concatenate transpose expand_dims squeeze
        where any all linalg.norm linalg.inv linalg.solve unique sort argsort cumsum stack vstack hstack einsum clip
        percentile nanmean average array asarray
        """
    )
)
"""Functions of numpy that nobody calls with a Python number: a parameter given to one is an array, so a tensor."""
