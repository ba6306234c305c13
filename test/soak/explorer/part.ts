// Walks the loader's preview, the desk and the customers' page at random against the demo, with Bombadil.
// `promises.ts` says what holds after every step. Bombadil takes no seed: what it did stands in the
// folder of the part, and its output ends with the command that repeats it.
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../scripts/build-if-stale.js';
import { eachLine, firstLine, startChild, startNode } from '../../../scripts/children.js';
import type { ServiceLine } from '../../../scripts/demo-service.js';
import type { Part } from '../run-soak.js';
import type { Texts } from './promises.ts';

const startWithinMs = 120_000;
const bombadil = join(root, 'node_modules/@antithesishq/bombadil/bin/bombadil.js');

interface Place {
  readonly name: string;
  readonly url: string;
  readonly texts: Texts;
  readonly minutes: number;
}

/** The demo's lines of output, as `scripts/start.js --json` prints them. */
interface Demo {
  readonly url: string;
  readonly service: ServiceLine;
}

export const explorer: Part = {
  title: 'A random walk through loader, desk and page: nothing breaks, the way on is always there',
  async run({ folder, say }) {
    const child = startNode(join(root, 'scripts/start.js'), ['--json']);
    try {
      const line = await firstLine(child, startWithinMs);
      if (line === null) throw new Error('The demo did not start.');
      const places = placesOf(JSON.parse(line) as Demo);
      const bad: string[] = [];
      for (const place of places) bad.push(...(await walked(place, folder, say)));
      return {
        tried: places.length,
        well: places.length - bad.length,
        bad,
        notes: [],
        isWhole: true,
      };
    } finally {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
  },
};

function placesOf({ url, service }: Demo): Place[] {
  const { desk, page, owner, users, licenses } = service;
  const user = users.find((one) => one.case === 'normal');
  if (desk === null || page === null || owner === null || user === undefined)
    throw new Error('The demo has no desk, no page, no owner or no user.');
  const keys = licenses.filter(({ status }) => status === 'Not Used').map(({ key }) => key);
  const textsOf = (name: string, password: string): Texts => ({
    byField: { organization: owner.ownerid, username: name, 'current-password': password },
    others: [...keys.slice(0, 2), '7', '<b>x</b>'],
  });
  return [
    // Bombadil waits five seconds after each step, because the preview's stream of events never ends.
    { name: 'preview', url, texts: textsOf(user.username, user.password), minutes: 15 },
    { name: 'desk', url: desk, texts: textsOf(owner.name, owner.password), minutes: 5 },
    { name: 'page', url: page, texts: textsOf(user.username, user.password), minutes: 5 },
  ];
}

/** Returns what was found, or nothing. */
async function walked(
  { name, url, texts, minutes }: Place,
  folder: string,
  say: (line: string) => void,
): Promise<string[]> {
  const child = startChild(
    process.execPath,
    [
      ...[bombadil, 'browser', 'test', url, join(import.meta.dirname, 'promises.ts')],
      ...['--headless', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      ...['--time-limit', `${String(minutes)}m`, '--exit-on-violation'],
      ...['--output-path', join(folder, name), '--output-path-overwrite'],
      // The demo's own accounts, which its sheet prints as well.
      ...['--cookie', `explorer=${encodeURIComponent(JSON.stringify(texts))}`],
    ],
    { stdout: 'pipe', stderr: 'pipe' },
  );
  const lines: string[] = [];
  const note = (line: string): void => {
    // A message of a newer Chromium, which changes nothing.
    if (!line.includes('WS Invalid message')) lines.push(line);
  };
  eachLine(child.stdout, note);
  eachLine(child.stderr, note);
  await once(child, 'close');
  const steps = lines.filter((line) => /^\d\d:\d\d\.\d{3} /.test(line)).length;
  say(`${name}: ${String(steps)} steps`);
  if (child.exitCode === 0) return [];
  return [`${name}:\n${lines.slice(-40).join('\n')}`];
}
