"""Run the command `scorepad` as `python -m scorepad`."""

import sys

from scorepad.cli.main import main

sys.exit(main())
