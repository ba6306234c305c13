// Draws the fallback screen after a crash: a message, the support code, Copy and Restart. It does
// without React, because React may be the cause.
import { loadInitialLanguage } from './bridge/language.ts';
import type { StartupRequests } from './bridge/startup-requests.ts';
import type { FirstCopy } from '../copy/copy.ts';
import { plain, support } from '../copy/en/support.ts';
import { fill } from '../copy/sentences.ts';
import { supportDetails } from '../copy/support-texts.ts';
import { supportCode } from '../shared/support-code.ts';
import { copyShortcut } from './ui/copy-shortcut.ts';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';

export interface Crash {
  /** 32 hex characters. The log entry has the same id. */
  readonly reportId: string;
  readonly situation: 'drawing-failed' | 'page-gone';
}

/** Logs an exception's type and stack frames under a report id. */
export function logException(
  startup: StartupRequests | null,
  reportId: string,
  thrown: unknown,
): void {
  // SECURITY: the message is not logged, because it may quote user input.
  const { name, stack } = thrown instanceof Error ? thrown : { name: typeof thrown, stack: '' };
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  void startup?.bridge.reportDefect({
    reportId,
    error: /^[A-Za-z]{1,60}$/.test(name) ? name : 'Error',
    frames: frames.join('\n').slice(0, 4000),
  });
}

type PlainCopy = Pick<FirstCopy, 'plain' | 'support'>;

/** Falls back to the bundled English texts, because a failed language chunk may be the cause. */
async function loadTexts(startup: StartupRequests | null): Promise<PlainCopy> {
  try {
    return (await loadInitialLanguage(startup, 'first')).copy;
  } catch {
    return { plain, support };
  }
}

export async function drawPlainScreen(
  container: HTMLElement,
  startup: StartupRequests | null,
  { reportId, situation }: Crash,
): Promise<void> {
  const copy = await loadTexts(startup);
  const texts = copy.plain;
  const info = await startup?.info;
  const loaderInfo = info?.ok === true ? info.value : null;
  const brand = loaderInfo?.brand.name ?? texts.maker;
  if (loaderInfo !== null)
    applyTheme(
      deriveTheme(loaderInfo.brand.color, loaderInfo.brand.colorDark),
      document.documentElement,
    );
  const report = { reportId, sellerText: null };
  const details = () =>
    supportDetails(copy, report, situation, Date.now(), {
      name: brand,
      loaderVersion: loaderInfo?.loaderVersion ?? '',
      commit: loaderInfo?.commit ?? null,
    });

  const heading = createElement('h1', {}, texts.stopped);
  heading.tabIndex = -1;
  const restart = createElement(
    'button',
    { class: 'button filled', type: 'button' },
    texts.restart,
  );
  restart.onclick = () => void startup?.bridge.restart({});
  const column = createElement('div', { class: 'column state' });
  column.append(
    heading,
    createElement('p', { class: 'lead' }, fill(texts.stoppedText, { brand })),
    createElement('div', { class: 'actions' }, restart, ...copyButton(copy, details)),
    createElement('p', { class: 'lead' }, fill(texts.code, { brand, code: supportCode(report) })),
  );
  container.replaceChildren(
    createElement('main', { class: 'stage' }, createElement('div', { class: 'content' }, column)),
  );
  heading.focus();
}

/** Creates the Copy button. If copying fails, the button shows the text, selected. */
function copyButton({ support }: PlainCopy, text: () => string): HTMLElement[] {
  const button = createElement(
    'button',
    { class: 'button outlined', type: 'button' },
    support.details,
  );
  const announcement = createElement('span', { class: 'unseen', role: 'status' });
  const area = createElement('textarea', { readonly: '', rows: '5' });
  const byHand = createElement(
    'div',
    { class: 'by-hand' },
    createElement('label', {}, fill(support.copyManually, { keys: copyShortcut(support) }), area),
  );
  byHand.hidden = true;
  button.onclick = async () => {
    area.value = text();
    try {
      await navigator.clipboard.writeText(area.value);
      button.textContent = announcement.textContent = support.done;
    } catch {
      button.textContent = support.details;
      byHand.hidden = false;
      area.select();
    }
  };
  return [button, announcement, byHand];
}

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
