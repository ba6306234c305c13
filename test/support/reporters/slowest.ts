// Formats the ten slowest test files with their seconds, for both test runners.

const shown = 10;

/** `msByFile` maps each file to the total milliseconds of its tests. */
export function slowestFiles(msByFile: ReadonlyMap<string, number>): string {
  const slowest = [...msByFile].sort(([, a], [, b]) => b - a).slice(0, shown);
  const lines = slowest.map(([file, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
  return ['Slowest files', ...lines].join('\n');
}

export function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
