#!/usr/bin/env node
// The command line, from the folder of the project.
import '../packages/cli/bin/latchkey.js';
