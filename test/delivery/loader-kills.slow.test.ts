// A loader that is killed while it updates itself: after every kill, the old or the new version
// starts and signs in with the saved account. packaged-update.spec.ts kills the real window.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawsOf } from './kill-rounds.ts';
import type { KillPoint } from './killed-loader-job.ts';
import { openLoaderKillBench, updateParts, type LoaderKillBench } from './loader-kill-rounds.ts';

const kills = 190;
/** Selects the moments of the kills that hit no named step. */
const seed = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 31));

let bench: LoaderKillBench;
beforeAll(async () => {
  bench = await openLoaderKillBench();
}, 120_000);
afterAll(() => bench.close());

/** Before each step, after each change of a name, and in the middle of each write. */
function pointsOf(step: string): readonly KillPoint[] {
  const points: KillPoint[] = [{ step, when: 'before' }];
  if (/^(rename|link|rm) /.test(step)) points.push({ step, when: 'after' });
  if (step.startsWith('write ')) points.push({ step, when: 'half' });
  return points;
}

test(`the old or the new loader starts and signs in after each of ${kills} kills`, async () => {
  const draw = drawsOf(seed);
  const points = updateParts.flatMap((part) =>
    bench.stepsOf(part).flatMap((step) => pointsOf(step).map((point) => ({ part, point }))),
  );
  expect(points.length).toBeLessThan(kills - 50);
  const shares = Array.from({ length: kills - points.length }, (_, index) => {
    return { part: updateParts[index % updateParts.length] ?? 'now', share: draw() };
  });
  const seen = { killed: 0, versions: new Set<string | null>() };
  for (const kill of [...points, ...shares]) {
    const { problem, wasKilled, version } =
      'share' in kill
        ? await bench.killAfter(kill.part, kill.share)
        : await bench.killAtStep(kill.part, kill.point);
    expect({ seed, kill, problem }).toEqual({ seed, kill, problem: null });
    seen.killed += wasKilled ? 1 : 0;
    seen.versions.add(version);
  }
  expect([...seen.versions].sort()).toEqual(['1.0.0', '1.1.0']);
  // Two changes of state.json can become one write, so a step can be missing.
  expect(seen.killed).toBeGreaterThan(kills * 0.9);
}, 600_000);

test.each([
  'create apps/Fjord.AppImage.new 1',
  'rename apps/Fjord.AppImage.new to apps/Fjord.AppImage 1',
])(
  'the old loader keeps working after two kills at: %s',
  async (step) => {
    expect(await bench.killTwice({ step, when: 'before' })).toEqual({
      problem: null,
      wasKilled: true,
      left: '1.0.0',
      version: '1.0.0',
    });
  },
  60_000,
);
