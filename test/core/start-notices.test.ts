// Notices of the start: they are shown above the first screen, one after the other, and once each.
import { expect, test } from 'vitest';
import { createHarness } from './harness.ts';

const folder = { code: 'data-folder-unusable', folder: '/home/anna/.config/x' } as const;
const second = { code: 'vault-unavailable' } as const;

test('no notice is shown without a reason', async () => {
  const { loader, session } = createHarness();
  await loader.start();
  expect(session().notice).toBeNull();
});

test('the next notice is shown after the previous one is dismissed', async () => {
  const { loader, handlers, session } = createHarness({ startNotices: [folder, second] });
  await loader.start();
  expect(session().notice).toMatchObject({ kind: 'failure', failure: folder });
  // The user has seen only an older snapshot, so the notice stays.
  await handlers.dismissNotice({ revision: 0 });
  expect(session().notice).toMatchObject({ failure: folder });
  await handlers.dismissNotice({ revision: session().revision });
  expect(session().notice).toMatchObject({ failure: second });
  await handlers.dismissNotice({ revision: session().revision });
  expect(session().notice).toBeNull();
});
