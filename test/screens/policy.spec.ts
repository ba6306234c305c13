// What the page's policy stops, in the engine that carries it out. That the built program sends it, and that it stops styles, pictures
// and markup, is in test/e2e/electron/lockdown.spec.ts; that no screen breaks it is seen by every test that opens one.
import { inEngine } from '../support/engine.ts';
import { signedOut } from './samples.ts';
import { expect, openScreen, test } from './screen-page.ts';

/** Runs in the page, in a task of its own: a script that a test brings itself may do more. The names of what was not stopped. */
async function tryAll(): Promise<readonly string[]> {
  const byHand = (element: HTMLElement, act: () => void) => {
    document.body.append(element);
    act();
    if ('ran' in globalThis) return Promise.resolve();
    return Promise.reject(new Error('stopped'));
  };
  const script = document.createElement('script');
  const button = document.createElement('button');
  const tries: Readonly<Record<string, () => Promise<unknown>>> = {
    'a script in the page': () => byHand(script, () => script.append('globalThis.ran = true')),
    'a script in an attribute': () => {
      button.setAttribute('onclick', 'globalThis.ran = true');
      return byHand(button, () => button.click());
    },
    // oxlint-disable-next-line no-eval -- the policy has to refuse it
    eval: () => Promise.resolve((0, eval)('1')),
    'another address': () => fetch('https://example.com/'),
    'its own address': () => fetch('index.html'),
    'a socket': () =>
      new Promise((opened, refused) => {
        const socket = new WebSocket('wss://example.com/');
        socket.onopen = opened;
        socket.onerror = refused;
      }),
    'a worker': () => Promise.resolve(new Worker('data:text/javascript,1')),
  };
  const worked: string[] = [];
  for (const [name, attempt] of Object.entries(tries))
    await new Promise<void>((next) =>
      setTimeout(() => {
        // What is thrown at once ends in the same place.
        void (async () => attempt())()
          .then(
            () => worked.push(name),
            () => null,
          )
          .then(() => next());
      }, 0),
    );
  return worked;
}

test(
  'the policy stops scripts that are no files of ours, and every address',
  { tag: inEngine.policy },
  async ({ page, clientUrl }) => {
    // Not by `open`: it wants no breaks.
    const bridge = await openScreen(page, clientUrl, { phase: signedOut });
    expect(await page.evaluate(tryAll)).toEqual([]);
    const broken = (await bridge.violations()).map((one) => one.split(' ')[0]);
    // Trusted types refuse a text as a script before the sources are asked.
    expect([...new Set(broken)].sort()).toEqual(['connect-src', 'require-trusted-types-for']);
  },
);
