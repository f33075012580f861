#!/bin/sh
# Starts the pad with what the app's page in Home Assistant says.
set -eu
SCOREPAD_HOSTS=$(python3 -c 'import json; print(json.load(open("/data/options.json"))["host"])')
export SCOREPAD_HOSTS
exec scorepad serve --port 8000
