"""`python -m scorepad` is the command `scorepad`."""

import sys

from scorepad.cli.main import main

sys.exit(main())
