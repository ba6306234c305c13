// Draws the fallback screen after a crash: a message, the support code, Copy and Restart. It does
// without React, because React may be the cause.
import { firstLanguage } from './bridge/language.ts';
import type { FirstAnswers } from './bridge/first-answers.ts';
import type { Copy } from '../copy/copy.ts';
import { plain, support } from '../copy/en/support.ts';
import { fill } from '../copy/sentences.ts';
import { supportDetails } from '../copy/support-words.ts';
import { supportCode } from '../shared/support-code.ts';
import { copyKeys } from './ui/copy-keys.ts';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';

export interface Breakdown {
  /** 32 hex characters. The log entry has the same id. */
  readonly reportId: string;
  readonly what: 'drawing-failed' | 'page-gone';
}

/** Logs an exception's type and stack frames under a report id. */
export function logException(first: FirstAnswers | null, reportId: string, thrown: unknown): void {
  // SECURITY: the message is not logged, because it may quote user input.
  const { name, stack } = thrown instanceof Error ? thrown : { name: typeof thrown, stack: '' };
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  void first?.bridge.reportDefect({
    reportId,
    error: /^[A-Za-z]{1,60}$/.test(name) ? name : 'Error',
    frames: frames.join('\n').slice(0, 4000),
  });
}

type PlainCopy = Pick<Copy, 'plain' | 'support'>;

/** Falls back to the bundled English texts, because a failed language chunk may be the cause. */
async function wordsFrom(first: FirstAnswers | null): Promise<PlainCopy> {
  try {
    return (await firstLanguage(first)).copy;
  } catch {
    return { plain, support };
  }
}

export async function drawPlainScreen(
  container: HTMLElement,
  first: FirstAnswers | null,
  { reportId, what }: Breakdown,
): Promise<void> {
  const copy = await wordsFrom(first);
  const words = copy.plain;
  const info = await first?.info;
  const loaderInfo = info?.ok === true ? info.value : null;
  const name = loaderInfo?.brand.name ?? words.thisProgram;
  if (loaderInfo !== null)
    applyTheme(
      deriveTheme(loaderInfo.brand.color, loaderInfo.brand.colorDark),
      document.documentElement,
    );
  const report = { reportId, sellerText: null };
  const details = () =>
    supportDetails(copy, report, what, Date.now(), {
      name,
      version: loaderInfo?.version ?? '',
      loaderVersion: loaderInfo?.loaderVersion ?? '',
    });

  const heading = make('h1', {}, words.stopped);
  heading.tabIndex = -1;
  const restart = make('button', { class: 'button filled', type: 'button' }, words.restart);
  restart.onclick = () => void first?.bridge.restart({});
  const column = make('div', { class: 'column state' });
  column.append(
    heading,
    make('p', { class: 'lead' }, fill(words.stoppedText, { brand: name })),
    make('div', { class: 'actions' }, restart, ...copyButton(copy, details)),
    make('p', { class: 'lead' }, fill(words.code, { code: supportCode(report) })),
  );
  container.replaceChildren(
    make('main', { class: 'stage' }, make('div', { class: 'content' }, column)),
  );
  heading.focus();
}

/** Creates the Copy button. If copying fails, the button shows the text, selected. */
function copyButton({ support }: PlainCopy, text: () => string): HTMLElement[] {
  const button = make('button', { class: 'button outlined', type: 'button' }, support.details);
  const announcement = make('span', { class: 'unseen', role: 'status' });
  const area = make('textarea', { readonly: '', rows: '5' });
  const byHand = make(
    'div',
    { class: 'by-hand' },
    make('label', {}, fill(support.byHand, { keys: copyKeys(support) }), area),
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

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}
