// Links open only by name, from the configuration or the current screen, and at most one a second.
import { describe, expect, test } from 'vitest';
import { atForm, createHarness } from './harness.ts';

const busy = { ok: false, failure: { code: 'busy' } };

describe('links', () => {
  const config = { links: { renew: 'https://shop.example/renew' } };

  test('open by name if they are configured', async () => {
    const { handlers, view } = await atForm({ config });
    expect(await handlers.openLink({ name: 'renew' })).toEqual({ ok: true, value: null });
    expect(view.opened).toEqual(['https://shop.example/renew']);
  });

  test('are refused if they are not configured', async () => {
    const { handlers, view } = await atForm({ config });
    for (const name of ['help', 'download'] as const)
      expect(await handlers.openLink({ name })).toMatchObject({
        failure: { code: 'invalid-input', fields: ['name'] },
      });
    expect(view.opened).toEqual([]);
  });

  test('open the download of the current screen', async () => {
    const { loader, http, handlers, view } = createHarness();
    http.on('init', {
      success: false,
      reason: 'update-required',
      message: 'text',
      download: 'https://get.example/app?v=2',
    });
    await loader.start();
    await handlers.openLink({ name: 'download' });
    expect(view.opened).toEqual(['https://get.example/app?v=2']);
  });

  test('open the browser at most once a second for ten thousand calls', async () => {
    const both = { links: { ...config.links, help: 'https://help.example/' } };
    const { handlers, view, clock } = await atForm({ config: both });
    const many = Array.from({ length: 10_000 }, () => handlers.openLink({ name: 'renew' }));
    for (const answer of many) expect(await answer).toEqual({ ok: true, value: null });
    expect(await handlers.openLink({ name: 'help' })).toMatchObject(busy);
    expect(view.opened).toEqual(['https://shop.example/renew']);
    await clock.advance(999);
    expect(await handlers.openLink({ name: 'help' })).toMatchObject(busy);
    await clock.advance(1);
    await handlers.openLink({ name: 'help' });
    expect(view.opened).toEqual(['https://shop.example/renew', 'https://help.example/']);
  });

  test('report a failure if the browser does not open', async () => {
    const { handlers, view } = await atForm({ config });
    view.opens = false;
    expect(await handlers.openLink({ name: 'renew' })).toMatchObject({
      failure: { code: 'internal' },
    });
  });
});
