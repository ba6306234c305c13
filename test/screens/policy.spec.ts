// The page's content security policy, tested in each engine. test/e2e/electron/lockdown.spec.ts
// checks that the built program sends it and that it blocks styles, pictures and markup. Every test
// that opens a screen checks for violations.
import { inEngine } from '../support/engine.ts';
import { signedOut } from './samples.ts';
import { expect, openScreen, test } from './screen-page.ts';

/**
 * Runs in the page, in a separate task, because the policy restricts the scripts of the test itself
 * less. Returns the attempts that succeeded.
 */
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
        // Synchronous exceptions are handled the same way.
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
  'blocks scripts outside the bundle and every network request @main',
  { tag: inEngine.policy },
  async ({ page, clientUrl }) => {
    // Does not use `open`, which fails on violations.
    const bridge = await openScreen(page, clientUrl, { phase: signedOut });
    expect(await page.evaluate(tryAll)).toEqual([]);
    const broken = (await bridge.violations()).map((one) => one.split(' ')[0]);
    // Trusted types reject a string as a script before the source list is checked.
    expect([...new Set(broken)].sort()).toEqual(['connect-src', 'require-trusted-types-for']);
  },
);
