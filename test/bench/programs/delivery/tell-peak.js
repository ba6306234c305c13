// Imported into a process that is measured: says at its end how much memory it took at most.
process.once('exit', () => process.stderr.write(`peak KiB: ${process.resourceUsage().maxRSS}\n`));
