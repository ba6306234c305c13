#!/usr/bin/env node
// Starts the command line of this checkout.
import '../packages/cli/bin/latchkey.js';
