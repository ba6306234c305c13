// The service goes away and comes back: said in words of its own, never as wrong credentials, and mended by trying again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService } from '../../support/service.ts';
import { expect, heading, launchButton, signIn, test } from './preview.ts';

test('signing in while the service is away, and once it is back', async ({
  page: loader,
  startPreview,
}) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-service-down-'));
  const first = await startTestService({ dataFolder });
  const user = await first.addUser();
  const { url } = await startPreview(first);
  await loader.goto(url);
  await expect(heading(loader, 'Sign in')).toBeVisible();
  await first.close();

  await signIn(loader, user);
  await expect(loader.getByText('The service is not answering')).toBeVisible();
  await expect(loader.getByText('do not match')).toHaveCount(0);

  const again = await startTestService({ dataFolder, port: Number(new URL(first.url).port) });
  await loader.getByRole('button', { name: 'Try again' }).click();
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
  await again.close();
  rmSync(dataFolder, { recursive: true, force: true });
});
