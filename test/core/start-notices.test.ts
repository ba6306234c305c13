// What a start has to tell: above the first screen, one after the other, and once.
import { expect, test } from 'vitest';
import { createHarness } from './harness.ts';

const folder = { code: 'data-folder-unusable', folder: '/home/anna/.config/x' } as const;
const second = { code: 'vault-unavailable' } as const;

test('nothing to tell: no notice', async () => {
  const { loader, session } = createHarness();
  await loader.start();
  expect(session().notice).toBeNull();
});

test('the next one comes when the one before was read', async () => {
  const { loader, handlers, session } = createHarness({ startNotices: [folder, second] });
  await loader.start();
  expect(session().notice).toMatchObject({ kind: 'failure', failure: folder });
  // An older snapshot was seen: it stays.
  await handlers.dismissNotice({ revision: 0 });
  expect(session().notice).toMatchObject({ failure: folder });
  await handlers.dismissNotice({ revision: session().revision });
  expect(session().notice).toMatchObject({ failure: second });
  await handlers.dismissNotice({ revision: session().revision });
  expect(session().notice).toBeNull();
});
