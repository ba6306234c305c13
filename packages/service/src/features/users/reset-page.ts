// Renders the password reset page: a form or one sentence, without scripts or external content.
// SECURITY: escapes every text that a page contains.
import { createHash } from 'node:crypto';
import type { ResetTexts } from './reset-texts.ts';
import { maxPasswordLength } from '@latchkey/protocol/limits.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { box-sizing: border-box; width: 100%; max-width: 24rem; padding: 1.5rem; }
h1 { font-size: 1.25rem; margin: 0 0 1rem; }
label { display: block; margin: 0 0 1rem; }
input { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; margin-top: 0.25rem; }
button { font: inherit; padding: 0.5rem 1rem; }
`;

export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'x-robots-tag': 'noindex',
} as const;

export interface ResetForm {
  readonly application: string;
  readonly token: string;
  /** The form's target: a path of this service as users reach it. */
  readonly action: string;
  /** The error of the last submission. */
  readonly problem?: string | undefined;
}

export function formPage(
  texts: ResetTexts,
  { application, token, action, problem }: ResetForm,
): string {
  return page(
    texts,
    texts.title(application),
    `${problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>\n`}<form method="post" action="${escape(action)}">
<input type="hidden" name="token" value="${escape(token)}">
${passwordField('pass', texts.password)}
${passwordField('again', texts.again)}
<button>${escape(texts.submit)}</button>
</form>`,
  );
}

export function sentencePage(
  texts: ResetTexts,
  which: 'dead' | 'busy' | 'fault' | 'changed',
): string {
  const { title, text } = texts[which];
  return page(texts, title, `<p>${escape(text)}</p>`);
}

function passwordField(name: string, label: string): string {
  return `<label>${escape(label)}<input type="password" name="${name}" required maxlength="${maxPasswordLength}" autocomplete="new-password"></label>`;
}

function page({ code }: ResetTexts, title: string, body: string): string {
  return `<!doctype html>
<html lang="${code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
