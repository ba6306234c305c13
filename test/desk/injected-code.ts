// Runs in a page: what injected code and markup try first.
import type { Page } from '@playwright/test';

interface Injected {
  /** What ran or was applied. */
  readonly ran: string[];
  /** Directives of the content security policy, one for each refusal. */
  readonly refused: string[];
}

/** Paths of the requests to `elsewhere`. */
export const requestedPaths = ['/beacon', '/form', '/frame', '/picture', '/request', '/style'];
/** The names of all other attempts. */
export const injections = [
  ...['Function', 'base address', 'event attribute', 'eval', 'inline script', 'inline style'],
  ...['innerHTML', 'javascript: link', 'markup of a frame', 'text in setTimeout', 'worker'],
];

export function injectedInto(page: Page): Promise<Injected> {
  return page.evaluate(() => (globalThis as unknown as { injected: Injected }).injected); // set below
}

/**
 * Starts every attempt in a separate task, because the policy restricts the scripts of a test less.
 */
export async function inject(elsewhere: string): Promise<void> {
  const ran: string[] = [];
  const refused: string[] = [];
  Object.assign(globalThis, { injected: { ran, refused } });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    refused.push(effectiveDirective);
  });
  const add = (tag: string, fields: Readonly<Record<string, string>>) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(fields)) element.setAttribute(name, value);
    document.body.append(element);
    return element;
  };
  const code = (name: string) => `injected.ran.push('${name}')`;
  const attempts: readonly (() => unknown)[] = [
    () => add('script', {}).append(code('inline script')),
    () => add('button', { onclick: code('event attribute') }).click(),
    () => add('a', { href: `javascript:void ${code('javascript: link')}` }).click(),
    // oxlint-disable-next-line no-eval -- the policy has to refuse it
    () => (0, eval)(code('eval')) as unknown,
    // oxlint-disable-next-line typescript/no-implied-eval -- as above
    () => Reflect.apply(new Function(code('Function')), null, []) as unknown,
    // oxlint-disable-next-line typescript/no-implied-eval -- as above
    () => setTimeout(code('text in setTimeout')),
    () => (add('div', {}).innerHTML = `<img src="data:," onerror="${code('innerHTML')}">`),
    () => {
      const frame = add('iframe', { srcdoc: '<p>markup</p>' });
      frame.addEventListener('load', () => ran.push('markup of a frame'));
    },
    () => add('p', { style: 'width: 7px' }).style.width === '7px' && ran.push('inline style'),
    () => {
      const url = URL.createObjectURL(new Blob(['postMessage(1)'], { type: 'text/javascript' }));
      new Worker(url).addEventListener('message', () => ran.push('worker'));
    },
    () => add('link', { rel: 'stylesheet', href: `${elsewhere}/style` }),
    () => add('img', { src: `${elsewhere}/picture` }),
    () => add('iframe', { src: `${elsewhere}/frame` }),
    () => void fetch(`${elsewhere}/request`).catch(() => undefined),
    () => navigator.sendBeacon(`${elsewhere}/beacon`),
    () => {
      add('iframe', { name: 'sink' });
      const form = add('form', { action: `${elsewhere}/form`, method: 'post', target: 'sink' });
      if (form instanceof HTMLFormElement) form.submit();
    },
    () => {
      add('base', { href: `${elsewhere}/` });
      if (document.baseURI.startsWith(elsewhere)) ran.push('base address');
    },
  ];
  for (const attempt of attempts)
    await new Promise<void>((next) =>
      setTimeout(() => {
        try {
          attempt();
        } catch {
          // A refusal, which the event above reports.
        }
        next();
      }, 0),
    );
}
