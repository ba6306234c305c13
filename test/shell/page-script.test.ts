// When the core may be read: not before the page has its script and its styles whole. Read earlier, it keeps the page from them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePage } from '../../src/main/shell/page-script.ts';

type Parts = Parameters<typeof servePage>[0];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'latchkey-page-script-'));
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['index.html', 'assets/page.js', 'assets/page.css'])
    writeFileSync(path.join(folder, name), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = 'app://loader/index.html?language=en';
const script = 'app://loader/assets/page.js';
const styles = 'app://loader/assets/page.css';

/** A session whose page asks, and gets whole, what the test says; `given` is true once the script counts as given. */
function serve() {
  let answer: (request: { method: string; url: string }) => Response;
  let completed: ((details: { url: string }) => void) | null = null;
  const session = {
    protocol: { handle: (_scheme: string, handler: typeof answer) => (answer = handler) },
    webRequest: { onCompleted: (listener: typeof completed) => (completed = listener) },
  };
  let resolved = false;
  void servePage(session as unknown as Parts, folder).then(() => (resolved = true));
  return {
    asks: (url: string) => expect(answer({ method: 'GET', url }).status).toBe(200),
    gets: (url: string) => completed?.({ url }),
    given: async () => {
      await Promise.resolve();
      return resolved;
    },
    listens: () => completed !== null,
  };
}

it('waits for the script and the styles that were asked for beside it', async () => {
  const { asks, gets, given } = serve();
  asks(page);
  gets(page);
  expect(await given()).toBe(false);
  asks(script);
  asks(styles);
  expect(await given()).toBe(false);
  gets(script);
  expect(await given()).toBe(false);
  gets(styles);
  expect(await given()).toBe(true);
});

it('takes nothing of others for a file of the page, and then listens no longer', async () => {
  const { asks, gets, given, listens } = serve();
  asks(page);
  gets(page);
  asks(script);
  gets('devtools://devtools/bundled/inspector.html');
  gets('https://example.org/page.js');
  expect(await given()).toBe(false);
  expect(listens()).toBe(true);
  gets(script);
  expect(await given()).toBe(true);
  expect(listens()).toBe(false);
});
