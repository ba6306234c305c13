#!/bin/sh
# The file that the loader launches. For Windows, make an .exe with jpackage instead.
folder=$(dirname "$0")
exec java -jar "$folder/program.jar" "$@"
