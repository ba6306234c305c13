// The demo's program is published once, and again when it changed, with increasing numbers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishDemoProgram } from '../../scripts/demo-program.js';
import { openWire } from '../../packages/service/test/support/service-client.ts';
import { sellerOf } from '../../packages/service/test/support/seller-client.ts';

// The timeout allows for seven processes of the command line in sequence.
test(
  'the demo publishes its program once, and again only for a new key or after an interruption',
  { timeout: 90_000 },
  async () => {
    const { service } = await openWire();
    const ask = sellerOf(service);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-demo-program-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const line = { url: service.url, publicKey: service.publicKey, app: service.app };
    const offered = async () => {
      const { body } = await ask('fetchreleases');
      const releases = body['releases'] as readonly Readonly<Record<string, unknown>>[]; // as its schema says
      return releases.map((row) => [
        row['sequence'],
        row['state'],
        row['version'],
        row['platform'],
      ]);
    };
    const platform = `${process.platform}-${process.arch}`;

    const delivery = await publishDemoProgram(folder, line);
    expect(delivery).toEqual({
      publisherKeys: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      runner: '{node}',
    });
    const first = [1, 'published', '1.1', platform];
    expect(await offered()).toEqual([first]);
    const pinned = readFileSync(join(folder, 'protected-app/pinned.cjs'), 'utf8');
    for (const text of [service.app.name, service.app.ownerid, service.publicKey])
      expect(pinned).toContain(`"${text}"`);
    expect(pinned).toContain('"baseUrl": null');

    // Next start: no change, same key.
    expect(await publishDemoProgram(folder, line)).toEqual(delivery);
    expect(await offered()).toEqual([first]);

    const other = { ...line, publicKey: 'ab'.repeat(32) };
    expect(await publishDemoProgram(folder, other)).toEqual(delivery);
    const second = [2, 'published', '1.2', platform];
    expect(await offered()).toEqual([second, first]);

    // A start that was interrupted while publishing has used its number.
    writeFileSync(join(folder, 'published.json'), JSON.stringify({ inputs: '', sequence: 3 }));
    await publishDemoProgram(folder, other);
    expect(await offered()).toEqual([[4, 'published', '1.4', platform], second, first]);
  },
);
