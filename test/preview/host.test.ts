// The preview's server over real connections: response headers, size limits and path traversal.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerAsset } from '../../src/main/shell/assets.ts';
import { readPageFiles } from '../../src/preview/files.ts';
import { type PreviewHost, startHost } from '../../src/preview/host.ts';
import { createPages, type Pages } from '../../src/preview/pages.ts';
import { createToken } from '../../src/preview/token.ts';
import { ok } from '../../src/shared/failure.ts';
import { type Given, sendTo, session, textOf } from './host-parts.ts';

const token = createToken();
const page = 'c0ffee00-1111-2222-3333-444455556666';
const otherPage = 'c0ffee00-1111-2222-3333-444455557777';

let folder: string;
let pages: Pages;
let host: PreviewHost;
let calls: { name: string; input: unknown }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-preview-'));
  const client = join(folder, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.js'), 'outside');
  await writeFile(join(folder, 'bridge.js'), 'window.loader');
  await writeFile(
    join(client, 'index.html'),
    '<html><head><script type="module"></script></head></html>',
  );
  await writeFile(join(client, 'assets/page.css'), 'body{}');
  await writeFile(join(client, 'notes.txt'), 'not a part of the page');
  calls = [];
  pages = createPages();
  host = await startHost({
    token,
    files: readPageFiles(client, join(folder, 'bridge.js')),
    pages,
    answer: (name, input) => {
      calls.push({ name, input });
      return Promise.resolve(ok(null));
    },
  });
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (target: string, given?: Given): Promise<IncomingMessage> =>
  sendTo(host.url, target, given);

function post(command: string, body: string): Promise<IncomingMessage> {
  return send(`/${token}/bridge/${command}`, {
    method: 'POST',
    headers: {
      origin: new URL(host.url).origin,
      'content-type': 'application/json',
      'x-latchkey-page': page,
    },
    body,
  });
}

/** Collects the events of one tab until `done` returns true, then disconnects. */
async function eventsOf(id: string, done: (text: string) => boolean, act: () => void) {
  const stream = await send(`/${token}/events/${id}`);
  let text = '';
  let acted = false;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (!acted) act();
    acted = true;
    if (done(text)) break;
  }
  return text;
}

describe('the page', () => {
  it('loads the bridge before its own script', async () => {
    const answer = await send(`/${token}/`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(await textOf(answer)).toMatch(
      /<script src="\.\/bridge\.js"><\/script>\s*<script type="module">/,
    );
  });

  it('consists of its own files only', async () => {
    expect(await textOf(await send(`/${token}/assets/page.css`))).toBe('body{}');
    expect(await textOf(await send(`/${token}/bridge.js`))).toBe('window.loader');
    for (const target of [
      'notes.txt',
      'index.html',
      '../secret.js',
      'assets/../../secret.js',
      '%2e%2e/secret.js',
      '..%5csecret.js',
      'assets',
      'assets/',
      'constructor',
      '__proto__',
    ]) {
      const answer = await send(`/${token}/${target}`);
      expect([target, answer.statusCode, await textOf(answer)]).toEqual([target, 404, '']);
    }
  });

  it('has the content security policy of the Electron page except for connect-src and sandbox', async () => {
    const electron = answerAsset(new Map(), { method: 'GET', url: 'app://loader/' });
    const ours = (await send(`/${token}/`)).headers['content-security-policy'] as string; // one header, so a string
    expect(ours).toContain("connect-src 'self'");
    const theirs = electron.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(theirs.pop()).toMatch(/^sandbox /);
    expect(ours.replace("connect-src 'self'", "connect-src 'none'").split('; ')).toEqual(theirs);
  });

  it('sends no-store and no-referrer headers, also on refusals', async () => {
    for (const target of [`/${token}/`, '/', `/${token}/nothing`]) {
      const { headers } = await send(target);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('foreign requests', () => {
  it('get 404 for a wrong token, host or origin', async () => {
    const origin = new URL(host.url).origin;
    const good = {
      origin,
      'content-type': 'application/json',
      'x-latchkey-page': page,
    };
    const target = `/${token}/bridge/signOut`;
    const tries: [string, Record<string, string>][] = [
      [`/${createToken()}/bridge/signOut`, good],
      [target, { ...good, host: 'rebound.example' }],
      [target, { ...good, origin: 'https://elsewhere.example' }],
      [target, { ...good, origin: 'null' }],
    ];
    for (const [path, headers] of tries) {
      const answer = await send(path, { method: 'POST', headers, body: '{}' });
      expect(answer.statusCode).toBe(404);
      expect(await textOf(answer)).toBe('');
    }
    expect(calls).toEqual([]);
    expect((await send(target, { method: 'POST', headers: good, body: '{}' })).statusCode).toBe(
      200,
    );
  });
});

describe('a command', () => {
  it('passes its input on and returns the result', async () => {
    const answer = await post('signIn', '{"username":"anna"}');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(JSON.parse(await textOf(answer))).toEqual({ ok: true, value: null });
    expect(calls).toEqual([{ name: 'signIn', input: { username: 'anna' } }]);
  });

  it('passes lone surrogates and control characters unchanged', async () => {
    const odd = '\ud800 \u202e \u0000 😀 "&type=upgrade#';
    await post('signIn', JSON.stringify({ odd }));
    expect(calls).toEqual([{ name: 'signIn', input: { odd } }]);
  });

  it('passes invalid JSON as undefined', async () => {
    for (const body of ['', '{', 'signIn']) await post('signIn', body);
    expect(calls.map(({ input }) => input)).toEqual([undefined, undefined, undefined]);
  });

  it('accepts 64 KiB and rejects one byte more', async () => {
    const filled = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2));
    expect((await post('signIn', filled(64 * 1024))).statusCode).toBe(200);
    for (const bytes of [64 * 1024 + 1, 1024 * 1024]) {
      const answer = await post('signIn', filled(bytes));
      expect([answer.statusCode, await textOf(answer)]).toEqual([413, '']);
    }
    expect(calls).toHaveLength(1);
  });
});

describe('events', () => {
  it('send the latest snapshot to a tab that connects late', async () => {
    pages.publish(session);
    const text = await eventsOf(
      page,
      (seen) => seen.includes('"revision":8'),
      () => pages.publish({ ...session, revision: 8 }),
    );
    expect(text).toContain(`event: session\ndata: ${JSON.stringify(session)}\n\n`);
  });

  it('open a link only over https, in the tab that requested it', async () => {
    await post('openLink', '{"name":"help"}');
    const results: Promise<boolean>[] = [];
    const text = await eventsOf(
      page,
      (seen) => seen.includes('help'),
      () => {
        results.push(pages.openLink('http://northwind.example/plain'));
        results.push(pages.openLink('javascript:alert(1)'));
        results.push(pages.openLink('https://northwind.example/help'));
      },
    );
    expect(await Promise.all(results)).toEqual([false, false, true]);
    expect(text).toContain('event: link\ndata: "https://northwind.example/help"\n\n');
    expect(text).not.toContain('plain');
  });

  it('open no link in another tab', async () => {
    await post('openLink', '{"name":"help"}');
    let opened: Promise<boolean> | undefined;
    const text = await eventsOf(
      otherPage,
      (seen) => seen.includes('session'),
      () => {
        opened = pages.openLink('https://northwind.example/help');
        pages.publish(session);
      },
    );
    expect(await opened).toBe(false);
    expect(text).not.toContain('event: link');
  });
});
