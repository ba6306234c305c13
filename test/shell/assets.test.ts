// The page's files: which ones are served, with which headers, and that no URL leads out of the
// folder.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAsset, readAssets, type Asset } from '../../src/main/shell/assets.ts';

let root: string;
let assets: ReadonlyMap<string, Asset>;
const secret = 'not for the page';

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'latchkey-assets-'));
  const client = path.join(root, 'client');
  await mkdir(path.join(client, 'assets'), { recursive: true });
  await writeFile(path.join(client, 'index.html'), '<!doctype html>');
  await writeFile(path.join(client, 'assets', 'page.js'), 'void 0;');
  await writeFile(path.join(client, 'assets', 'page.css'), 'p{}');
  await writeFile(path.join(client, 'assets', 'page.js.map'), secret);
  await writeFile(path.join(root, 'secret.js'), secret);
  await symlink(path.join(root, 'secret.js'), path.join(client, 'assets', 'link.js'));
  assets = readAssets(client);
});

afterAll(() => rm(root, { recursive: true, force: true }));

const get = (url: string) => answerAsset(assets, { method: 'GET', url });

describe('the page', () => {
  it('consists of files of known types in its own folder, without links', () => {
    expect([...assets.keys()].sort()).toEqual([
      '/assets/page.css',
      '/assets/page.js',
      '/index.html',
    ]);
  });

  it.each([
    ['/index.html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['/assets/page.js', 'text/javascript; charset=utf-8', 'void 0;'],
    ['/assets/page.css?v=1', 'text/css; charset=utf-8', 'p{}'],
  ])('serves %s as %s', async (where, type, body) => {
    const response = get(`app://loader${where}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(body);
  });

  it('forbids connections, foreign scripts and framing in every answer', () => {
    for (const url of ['app://loader/index.html', 'app://loader/none', 'app://other/']) {
      const policy = get(url).headers.get('content-security-policy') ?? '';
      const rules = new Map(policy.split('; ').map((rule) => splitOnce(rule)));
      expect(rules.get('default-src')).toBe("'none'");
      expect(rules.get('connect-src')).toBe("'none'");
      expect(rules.get('script-src')).toBe("'self'");
      expect(rules.get('style-src')).toBe("'self'");
      expect(rules.get('frame-ancestors')).toBe("'none'");
      expect(rules.get('form-action')).toBe("'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  it.each(['POST', 'PUT', 'HEAD', 'OPTIONS'])('answers %s with 405', (method) => {
    const response = answerAsset(assets, { method, url: 'app://loader/index.html' });
    expect(response.status).toBe(405);
  });

  it.each([
    'app://loader/',
    'app://loader/assets',
    'app://loader/assets/link.js',
    'app://loader/assets/page.js.map',
    'app://loader/../secret.js',
    'app://loader/assets/../../secret.js',
    'app://loader/assets/%2e%2e/%2e%2e/secret.js',
    'app://loader/..%2fsecret.js',
    'app://loader/..%5csecret.js',
    'app://loader/assets\\..\\..\\secret.js',
    'app://loader//index.html',
    'app://loader/index.html%00.js',
    'app://loader/%69ndex.html',
    'app://other/index.html',
    'https://loader/index.html',
    'file:///index.html',
    'not an address',
  ])('answers %s with 404', async (url) => {
    const response = get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it('never serves an unlisted file for any URL', async () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', '%2e', '%2f', 'secret.js', 'assets', 'é');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const response = get(`app://loader/${pieces.join('')}`);
        expect(await response.text()).not.toContain(secret);
      }),
    );
  });
});

function splitOnce(rule: string): readonly [string, string] {
  const [name = '', ...values] = rule.split(' ');
  return [name, values.join(' ')];
}
