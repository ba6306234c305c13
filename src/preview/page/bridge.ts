// Implements `window.loader` for the preview with requests to the preview's server. The script runs
// before the page's script. Errors become failures, never exceptions.
import { type CommandName, commandNames } from '../../shared/commands.ts';
import type { LoaderBridge } from '../../shared/contract.ts';
import { fail, type FailureFacts, type Result } from '../../shared/failure.ts';
import type { Session } from '../../shared/session.ts';

const page = crypto.randomUUID();
const events = new EventSource(`./events/${page}`);

// The page's address ends with the token, so every relative path below includes it.
async function call(name: CommandName, input: unknown): Promise<Result<unknown>> {
  try {
    const response = await fetch(`./bridge/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-latchkey-page': page },
      body: JSON.stringify(input),
    });
    if (response.ok) return (await response.json()) as Result<unknown>; // what answerCall returned
    return failed(
      response.status === 413 ? { code: 'invalid-input', fields: [] } : { code: 'internal' },
    );
  } catch {
    return failed({ code: 'internal' });
  }
}

function failed(facts: FailureFacts<'invalid-input' | 'internal'>): Result<never> {
  const reportId = crypto.randomUUID().replaceAll('-', '');
  return fail({ ...facts, reportId, sellerText: null });
}

const onSession: LoaderBridge['onSession'] = (listener) => {
  const forward = ({ data }: MessageEvent<string>) => {
    listener(JSON.parse(data) as Session); // what the core published
  };
  events.addEventListener('session', forward);
  return () => {
    events.removeEventListener('session', forward);
  };
};

events.addEventListener('link', ({ data }: MessageEvent<string>) => {
  const url: unknown = JSON.parse(data);
  if (typeof url === 'string' && url.startsWith('https://'))
    window.open(url, '_blank', 'noopener,noreferrer');
});

// The browser's own downloads and print dialog stand in for the dialogs of the system.
events.addEventListener('file', ({ data }: MessageEvent<string>) => {
  const { name, text } = JSON.parse(data) as { name: string; text: string }; // what pages.ts sent
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
});

events.addEventListener('print', () => window.print());

async function restart(): Promise<Result<null>> {
  location.reload();
  // Never resolves: the reload ends the page.
  return new Promise(() => undefined);
}

const calls = Object.fromEntries(
  commandNames.map((name) => [name, (input: unknown) => call(name, input)]),
) as Omit<LoaderBridge, 'onSession'>; // fromEntries widens the keys; they are exactly the commands

Object.defineProperty(window, 'loader', {
  value: { ...calls, restart, onSession } satisfies LoaderBridge,
});
