from runtime.current import *
from runtime.current import state, plain_graphs
