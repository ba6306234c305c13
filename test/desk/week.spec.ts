// A seller's week: each task in the desk, with its clicks and typed fields counted, and by the
// command line for a second seller. Both have the same effect.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from './desk-page.ts';
import { addSeller } from './desk-seller.ts';
import { tasks, type Hands } from './week-tasks.ts';

/** The most clicks and typed fields of a task. */
const mostSteps = { clicks: 8, typed: 2 };

const commandLine = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

/** Runs a command in a process. Returns what it prints, or rejects if it fails. */
async function runCommand(argv: readonly string[], sellerkey: string): Promise<string> {
  const running = promisify(execFile)(process.execPath, [
    ...['--conditions=latchkey-source', commandLine],
    ...argv,
  ]);
  running.child.stdin?.end(`${sellerkey}\n`);
  return (await running).stdout;
}

function countingHands(page: Page): Hands & { readonly count: typeof mostSteps } {
  const count = { clicks: 0, typed: 0 };
  return {
    page,
    count,
    async click(what) {
      count.clicks += 1;
      await what.click();
    },
    async type(where, text) {
      count.typed += 1;
      await where.fill(text);
    },
  };
}

for (const { name, arrange, inDesk, commands, effect, prints } of tasks)
  test(`a seller's week: ${name}`, async ({ page, desk, owner, shop, service }) => {
    const other = await addSeller(service);
    const facts = await arrange(shop, service);
    const otherFacts = await arrange(other, service);
    await desk.signIn(owner, 'home');
    const hands = countingHands(page);
    await inDesk(hands, facts);
    const printed: string[] = [];
    for (const words of commands(otherFacts)) {
      const argv = [...words, '--url', service.url, '--key-stdin'];
      printed.push(await runCommand(argv, other.app.sellerkey));
    }
    if (prints !== undefined) expect(printed.join('\n')).toMatch(prints(otherFacts));
    expect(await effect(shop, facts)).toEqual(await effect(other, otherFacts));
    other.close();
    const { clicks, typed } = hands.count;
    const steps = `${clicks} clicks, ${typed} typed, ${commands(facts).length} commands`;
    process.stdout.write(`${name}: ${steps}\n`);
    expect(clicks).toBeLessThanOrEqual(mostSteps.clicks);
    expect(typed).toBeLessThanOrEqual(mostSteps.typed);
  });
