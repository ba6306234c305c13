// Secrets and user names that must never appear in the log or in a snapshot.
import { expect, test } from 'vitest';
import { atCode, createHarness } from './harness.ts';

test('no secret or user name reaches the log, and no secret reaches a snapshot', async () => {
  const secrets = ['open sesame 7', 'session-', '123456', '874123'];
  const { handlers, http, view, log, launcher, clock } = await atCode();
  await handlers.submitCode({ code: '874123' });
  await handlers.submitCode({ code: '123456' });
  await clock.advance(0);
  await handlers.launch({});
  launcher.exit({ exitCode: 0, signal: null });
  await clock.advance(600_000);
  http.on('check', { fault: 'timeout' });
  await handlers.retry({});
  await handlers.signOut({});
  await clock.advance(600_000);
  const published = JSON.stringify(view.published);
  for (const secret of secrets) {
    expect(log.text()).not.toContain(secret);
    expect(published).not.toContain(secret);
  }
  expect(log.text()).not.toContain('anna');
  expect(log.text()).not.toContain('https://');
  expect(published).toContain('anna');
});

test('each failure has its own report id, which the log contains', async () => {
  const { handlers, log } = createHarness();
  const results = [await handlers.launch({}), await handlers.redeem({ username: 'a', key: 'b' })];
  const ids = results.map((result) => (result.ok ? '' : result.failure.reportId));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(log.text()).toContain(id);
  }
});
