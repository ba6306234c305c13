#!/bin/sh
# The file that the loader launches with Mono. On Windows it launches program.exe.
folder=$(dirname "$0")
exec mono "$folder/program.exe" "$@"
