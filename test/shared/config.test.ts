// loader.config.json: an error names the invalid field and the allowed values, and unsafe values
// are refused.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loaderConfig, parseLoaderConfig } from '../../src/shared/config.ts';

const committed = readFileSync(new URL('../../loader.config.json', import.meta.url), 'utf8');

interface Loose {
  service: Record<string, unknown>;
  brand: Record<string, unknown>;
  links: Record<string, unknown>;
  launch: Record<string, unknown>;
  [field: string]: unknown;
}

/** Returns paths such as `service.name`. Omits fields for editors, such as `$schema`. */
function namesIn(schema: unknown, before: string): string[] {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional
  )
    return namesIn(schema.unwrap(), before);
  if (!(schema instanceof z.ZodObject)) return [before];
  return Object.entries(schema.shape)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, inner]) => namesIn(inner, before === '' ? name : `${before}.${name}`));
}

function problemsWhen(change: (config: Loose) => void): readonly string[] {
  const config = JSON.parse(committed) as Loose; // the committed file, which `change` breaks
  change(config);
  const parsed = parseLoaderConfig(JSON.stringify(config));
  return parsed.ok ? [] : parsed.problems;
}

describe('loader.config.json', () => {
  it('is valid as committed, with safe defaults', () => {
    const parsed = parseLoaderConfig(committed);
    expect(parsed).toMatchObject({
      ok: true,
      config: { service: { method: 'GET', challenge: 'required', allowUnsigned: false } },
    });
  });

  it('pins the keys of loader releases, on the channel stable by default', () => {
    const key = 'AB'.repeat(32);
    const config = { ...(JSON.parse(committed) as Loose), updates: { publisherKeys: [key] } };
    expect(parseLoaderConfig(JSON.stringify(config))).toMatchObject({
      config: { updates: { publisherKeys: [key.toLowerCase()], channel: 'stable' } },
    });
  });

  it.each<[string, (config: Loose) => void, RegExp]>([
    [
      'updates without a key',
      (c) => (c['updates'] = { publisherKeys: [] }),
      /^updates\.publisherKeys: /,
    ],
    [
      'updates with a policy of programs',
      (c) => (c['updates'] = { publisherKeys: ['ab'.repeat(32)], policy: 'offered' }),
      /^updates: there is no field "policy"; the fields are publisherKeys, channel$/,
    ],
    ['a missing name', (c) => delete c.service['name'], /^service\.name: is missing$/],
    [
      'an unknown field, with those that there are',
      (c) => (c['colour'] = 'red'),
      /^the file: there is no field "colour"; the fields are service, brand, links, .*launch, delivery, updates$/,
    ],
    [
      'an unknown nested field, with those that there are',
      (c) => (c.brand['font'] = 'serif'),
      /^brand: there is no field "font"; the fields are name, color, colorDark, tagline, price, logo, cover$/,
    ],
    ['a link of another name', (c) => (c.links['shop'] = 'https://a.example'), /^links: .*renew, /],
    ['one of another kind', (c) => (c.launch['args'] = 'x'), /^launch\.args: .*expected array/],
    ['a colour by name', (c) => (c.brand['color'] = 'red'), /^brand\.color: must be a colour like/],
    ['a short owner id', (c) => (c.service['ownerid'] = 'abc'), /^service\.ownerid: must be 10/],
    [
      'a short key',
      (c) => (c.service['publicKey'] = 'abcd'),
      /^service\.publicKey: must be 64 hex/,
    ],
    [
      'no key',
      (c) => delete c.service['publicKey'],
      /^service\.publicKey: is missing.*allowUnsigned/,
    ],
    [
      'four different keys',
      (c) => (c.service['publicKeys'] = ['a', 'b', 'c'].map((digit) => digit.repeat(64))),
      /^service\.publicKeys: must have at most three different keys/,
    ],
    [
      'one that is short among several',
      (c) => (c.service['publicKeys'] = ['a'.repeat(64), 'abcd']),
      /^service\.publicKeys\.1: must be 64 hex/,
    ],
    [
      'several keys and permission to go without',
      (c) => {
        delete c.service['publicKey'];
        Object.assign(c.service, { publicKeys: ['a'.repeat(64)], allowUnsigned: true });
      },
      /^service\.allowUnsigned: must be false/,
    ],
    [
      'a key and permission to go without',
      (c) => (c.service['allowUnsigned'] = true),
      /^service\.allowUnsigned: must be false/,
    ],
    ['another method', (c) => (c.service['method'] = 'PUT'), /^service\.method: .*GET.*POST/],
    [
      'a link over http',
      (c) => (c.links['help'] = 'http://a.example'),
      /^links\.help: must be an https/,
    ],
    ['a script as link', (c) => (c.links['renew'] = 'javascript:alert(1)'), /^links\.renew: /],
    ['a logo outside', (c) => (c.brand['logo'] = '../logo.png'), /^brand\.logo: must be an image/],
    [
      'a logo by drive',
      (c) => (c.brand['logo'] = 'C:\\logo.png'),
      /^brand\.logo: must be an image/,
    ],
    ['a broken pattern', (c) => (c['keyPattern'] = '(['), /^keyPattern: must be a regular/],
    ['a text mapped to nothing', (c) => (c['messages'] = { Hi: 'hello' }), /^messages\.Hi: /],
    ['no program', (c) => delete c.launch['path'], /^launch\.path: is missing$/],
  ])('reports the field: %s', (_name, change, expected) => {
    expect(problemsWhen(change).join('\n')).toMatch(expected);
  });

  it.each([
    ['service.name', (c: Loose) => (c.service['name'] = [])],
    ['service.publicKeys', (c: Loose) => (c.service['publicKeys'] = 'x'.repeat(64))],
    ['keyPattern', (c: Loose) => (c['keyPattern'] = [])],
    ['links.help', (c: Loose) => (c.links['help'] = 'x'.repeat(3000))],
  ])('reports one problem for a field: %s', (field, change) => {
    expect(problemsWhen(change)).toEqual([expect.stringMatching(`^${field}: `) as string]);
  });

  it.each([
    'https://licenses.example',
    'https://licenses.example/sub/path',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('accepts the service address %s', (baseUrl) => {
    expect(problemsWhen((c) => (c.service['baseUrl'] = baseUrl))).toEqual([]);
  });

  it.each([
    'http://licenses.example',
    'http://localhost:8080',
    'http://127.0.0.2',
    'http://127.0.0.1.example',
    'https://user:secret@licenses.example',
    'https://licenses.example/?a=b',
    'https://licenses.example/#a',
    'ftp://licenses.example',
    'licenses.example',
  ])('refuses the service address %s without repeating it', (baseUrl) => {
    const problems = problemsWhen((c) => (c.service['baseUrl'] = baseUrl));
    expect(problems.join()).toMatch(/^service\.baseUrl: must be/);
    expect(problems.join()).not.toContain(baseUrl);
  });

  it('accepts a portal probe on the host of the service, with another port and path', () => {
    const probe = 'http://licenses.example.com:8080/reach';
    const baseUrl = 'https://licenses.example.com/root';
    expect(problemsWhen((c) => Object.assign(c.service, { baseUrl, portalProbe: probe }))).toEqual(
      [],
    );
  });

  it.each([
    'https://licenses.example.com/reach',
    'http://other.example.com/reach',
    'http://licenses.example.com/reach?user=anna',
    'http://anna:secret@licenses.example.com/reach',
    'licenses.example.com/reach',
  ])('refuses the portal probe %s without repeating it', (probe) => {
    const baseUrl = 'https://licenses.example.com';
    const problems = problemsWhen((c) => Object.assign(c.service, { baseUrl, portalProbe: probe }));
    expect(problems.join()).toMatch(/^service\.portalProbe: must be an http:/);
    expect(problems.join()).not.toContain(probe);
  });

  it('accepts version as the old name of service.loaderVersion, but not both', () => {
    const versionWhen = (given: object) => {
      const config = JSON.parse(committed) as Loose; // the committed file
      delete config.service['loaderVersion'];
      Object.assign(config.service, given);
      const parsed = parseLoaderConfig(JSON.stringify(config));
      if (!parsed.ok) return parsed.problems;
      expect(parsed.config.service).not.toHaveProperty('version');
      return parsed.config.service.loaderVersion;
    };
    expect(versionWhen({ loaderVersion: '2.1' })).toBe('2.1');
    expect(versionWhen({ version: '2.1' })).toBe('2.1');
    expect(versionWhen({})).toBeUndefined();
    for (const version of ['2.1', '2.2'])
      expect(versionWhen({ loaderVersion: '2.1', version })).toEqual([
        expect.stringMatching(/^service\.version: is the old name of loaderVersion/),
      ]);
    for (const name of ['loaderVersion', 'version'])
      expect(versionWhen({ [name]: '' })).toEqual([
        expect.stringMatching(new RegExp(`^service\\.${name}: `)),
      ]);
  });

  it('has exactly the fields that docs/branding.md lists', () => {
    const page = readFileSync(new URL('../../docs/branding.md', import.meta.url), 'utf8');
    const told = [...page.matchAll(/^\| `([A-Za-z.]+)` /gm)].map(([, name]) => name);
    expect(told.sort()).toEqual(namesIn(loaderConfig, '').sort());
  });

  it('reports a file that is not JSON', () => {
    expect(parseLoaderConfig('{')).toEqual({ ok: false, problems: ['the file is not JSON'] });
  });

  it.each(['northwind', 'n0-2', 'abc', `n${'x'.repeat(30)}`])('accepts the scheme %s', (scheme) => {
    expect(problemsWhen((config) => (config['scheme'] = scheme))).toEqual([]);
  });

  it.each([
    ...['', 'ab', 'Northwind', '1north', 'north_wind', 'north.wind', 'nord:', 'näh', 'a b c'],
    `n${'x'.repeat(31)}`,
  ])('refuses the malformed scheme %j', (scheme) => {
    expect(problemsWhen((config) => (config['scheme'] = scheme))).toEqual([
      expect.stringContaining('scheme: must be 3 to 31 lower-case letters') as string,
    ]);
  });

  it.each(['https', 'file', 'javascript', 'app', 'mailto'])(
    'refuses the scheme %s, which belongs to other programs',
    (scheme) => {
      expect(problemsWhen((config) => (config['scheme'] = scheme))).toEqual([
        'scheme: must be a scheme of your own, not one that others use',
      ]);
    },
  );
});
