// The lines that both test runners print at the end of a run: the ten slowest files, with the seconds of their tests.

const shown = 10;

/** `msByFile`: from a file to the milliseconds that its tests took together. */
export function slowestFiles(msByFile: ReadonlyMap<string, number>): string {
  const slowest = [...msByFile].sort(([, a], [, b]) => b - a).slice(0, shown);
  const lines = slowest.map(([file, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
  return ['Slowest files', ...lines].join('\n');
}

export function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
