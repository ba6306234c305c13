// The connection check by Chromium's own stack against servers with one fault each, and in the window.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ElectronApplication, expect, test as base } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import type { CheckCause } from '../../../src/shared/connection-check.ts';
import { buildMainPart } from '../../adapters/build-main-part.ts';
import type { ElectronChecks } from '../../adapters/check-electron-main.ts';
import { makeSelfSigned } from '../../adapters/self-signed.ts';
import { giveToElectronUser, removeHome, startElectron } from '../../support/electron-process.ts';
import { createFaultyServers, type FaultyServers } from '../../support/faulty-servers.ts';
import { test } from '../../support/restartable-service.ts';
import { trustIn } from '../../support/trusted-certificate.ts';
import {
  startTestService,
  type TestService,
} from '../../../packages/service/test/support/service.ts';

const trusted = makeSelfSigned();
const early = makeSelfSigned({ from: '20400101' });
const expired = makeSelfSigned({ until: '20240101' });
const otherHost = makeSelfSigned({ host: [127, 0, 0, 2] });
const untrusted = makeSelfSigned();
const publicKey = 'ab'.repeat(32);
const json = '{"success":true,"message":"ok","sessionid":"s"}';
const issuer = expect.stringMatching(/^latchkey test /) as unknown;
const dayMs = 86_400_000;

let folder: string;
let started: ElectronApplication | undefined;
let servers: FaultyServers;

type Expected = { readonly code: CheckCause['code'] } & Readonly<Record<string, unknown>>;

const faults: readonly (readonly [string, Expected, () => Promise<object>])[] = [
  ['a closed port', { code: 'refused-connection' }, async () => at(await servers.closed())],
  ['silence', { code: 'timeout' }, async () => at(await servers.silent())],
  ['a reset in the TLS hello', { code: 'interrupted' }, async () => at(await servers.resetting())],
  [
    'an untrusted certificate',
    { code: 'tls-foreign', issuer },
    async () => at(await servers.tls(untrusted, (_, out) => out.end(json))),
  ],
  [
    'a certificate of another host',
    { code: 'tls-foreign', issuer },
    async () => at(await servers.tls(otherHost, (_, out) => out.end(json))),
  ],
  [
    'a certificate that is not valid yet',
    { code: 'tls-date' },
    async () => at(await servers.tls(early, (_, out) => out.end(json))),
  ],
  [
    'an expired certificate',
    { code: 'tls-date' },
    async () => at(await servers.tls(expired, (_, out) => out.end(json))),
  ],
  [
    'a local root and a changed answer',
    { code: 'tls-foreign', issuer },
    async () => at(await servers.tls(trusted, (_, out) => out.end(json))),
  ],
  [
    'an unsigned answer',
    { code: 'bad-signature' },
    async () => at(await servers.plain((_, out) => out.end(json))),
  ],
  [
    'a redirect to a sign-in page',
    { code: 'captive-portal' },
    async () =>
      at(
        await servers.plain((_, out) =>
          out.writeHead(302, { location: 'http://portal.invalid/' }).end(),
        ),
      ),
  ],
  [
    'a sign-in page',
    { code: 'captive-portal' },
    async () =>
      at(
        await servers.plain((_, out) =>
          out.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        ),
      ),
  ],
  [
    'a sign-in page that only plain HTTP shows',
    { code: 'captive-portal' },
    async () => ({
      ...at(await servers.resetting()),
      portalProbe: `${await servers.plain((_, out) => out.end('<html>'))}/reach`,
    }),
  ],
  [
    'a server that is down',
    { code: 'server-down' },
    async () => at(await servers.plain((_, out) => out.writeHead(503).end())),
  ],
  ['a name that nobody knows', { code: 'dns' }, () => Promise.resolve(at('https://name.invalid'))],
];

function at(baseUrl: string): { readonly baseUrl: string; readonly publicKey: string } {
  return { baseUrl, publicKey };
}

base.describe('by Chromium', () => {
  // All cases share one Electron.
  base.describe.configure({ mode: 'default' });
  base.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'latchkey-check-'));
    await giveToElectronUser(folder);
    const script = new URL('../../adapters/check-electron-main.ts', import.meta.url);
    await buildMainPart(fileURLToPath(script), folder, 'main.cjs');
    const home = path.join(folder, 'home');
    await trustIn(home, trusted, early, expired, otherHost);
    await giveToElectronUser(home);
    started = await startElectron({ target: path.join(folder, 'main.cjs'), home });
    await started.evaluate(async ({ app }) => app.whenReady());
  });
  base.afterAll(async () => {
    await started?.close();
    await removeHome(folder);
  });
  base.beforeEach(() => {
    servers = createFaultyServers();
  });
  base.afterEach(() => servers.close());

  for (const [name, expected, make] of faults)
    base(`names the cause: ${name}`, async () => {
      const { cause, ms } = await checkOf(await make());
      expect(cause).toMatchObject(expected);
      expect(ms).toBeLessThan(10_000);
    });

  base('sees the certificate in each of ten checks', async () => {
    const service = at(await servers.tls(trusted, (_, out) => out.end(json)));
    const found: unknown[] = [];
    for (let times = 0; times < 10; times += 1) found.push((await checkOf(service)).cause?.code);
    expect(new Set(found)).toEqual(new Set(['tls-foreign']));
  });

  const states: readonly (readonly [
    string,
    Expected | null,
    (service: TestService) => Promise<unknown>,
  ])[] = [
    ['a working service', null, () => Promise.resolve()],
    ['a paused application', { code: 'app-paused' }, (service) => service.setApp({ paused: true })],
  ];
  for (const [name, expected, prepare] of states)
    base(`names the state of the real service: ${name}`, async () => {
      const service = await startTestService();
      await prepare(service);
      const { cause, lines } = await checkOf(fieldsOf(service));
      expect(cause).toEqual(expected);
      if (expected === null) expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
      await service.close();
    });

  base('names a clock that is three days behind the signed time', async () => {
    const service = await startTestService({ now: () => Date.now() + 3 * dayMs });
    const { cause } = await checkOf(fieldsOf(service));
    expect(cause).toMatchObject({ code: 'clock-skew' });
    await service.close();
  });
});

function fieldsOf({ url, publicKey: key, app }: TestService): object {
  const { name, ownerid, version } = app;
  return { baseUrl: url, publicKey: key, name, ownerid, version };
}

async function checkOf(service: object) {
  if (started === undefined) throw new Error('Electron did not start');
  const before = Date.now();
  const found = await started.evaluate(
    (_electron, given) => {
      // Set by the main script.
      const { checks } = globalThis as unknown as { checks: ElectronChecks };
      return checks.run(given);
    },
    { name: 'Test', ownerid: 'nwDemo2026', version: '1.0', ...service },
  );
  return { ...found, ms: Date.now() - before };
}

test('explains an outage in the window, and finds nothing afterwards @main', async ({
  open,
  restartable,
  picture,
}) => {
  await restartable.stop();
  const { page, output } = await open({ service: restartable.service });
  const { button, works } = english.connectionCheck;
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName("The service isn't answering");
  await picture(page, 'check-outage');
  await restartable.startAgain();
  await dialog.getByRole('button', { name: english.delivery.checkAgain }).click();
  await dialog.getByText(english.connectionCheck.details, { exact: true }).click();
  await picture(page, 'check-details');
  await expect(dialog.locator('.check-groups .problem')).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName(works);
  expect(output()).toContain('connection-checked');
});
