"""A process that saves may be killed at any moment: the last checkpoint is there, and whole."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_what_was_saved_is_there_whenever_the_process_is_killed(request):
    moments = 200 if request.config.getoption("--full") else 30
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # Disks of machines that test are slow to flush.
    with tempfile.TemporaryDirectory(dir=memory) as directory:
        command = [sys.executable, "-m", "tests.train.killing", directory, str(moments), "0"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= moments / 4
