// Reads and raises the highest sequence that a program's folder has had.
import { highestOf, type VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { installedIn, type ProgramFolder } from './program-folder.ts';

/**
 * The highest sequence of the release's lines, recorded or installed; null if none is known. Each
 * platform counts its own sequences.
 */
export function highestIn(
  folder: ProgramFolder,
  { lines, emulated }: Pick<VerifiedRelease, 'lines' | 'emulated'>,
): number | null {
  const recorded = folder.records.read()?.highest ?? {};
  const installed = installedIn(folder);
  const current =
    installed === null || installed === 'damaged' || installed.release.emulated !== emulated
      ? null
      : installed.release.manifest.sequence;
  return highestOf([...lines.map((line) => recorded[line]), current]);
}

export function recordHighest(
  { records }: ProgramFolder,
  { line, manifest }: VerifiedRelease,
): void {
  const highest = records.read()?.highest ?? {};
  const raised = Math.max(highest[line] ?? 0, manifest.sequence);
  records.change({ highest: { ...highest, [line]: raised } });
}
