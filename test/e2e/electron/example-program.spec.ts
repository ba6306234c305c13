// The example in Python as the demo's program (`npm start -- --program python`): published, then
// installed and launched by the loader. `npm run sdks` tests the examples of all languages.
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { publishDemoProgram } from '../../../scripts/demo-program.js';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { awaitAppEnd, signIn } from '../../support/electron-steps.ts';

test('launches the example in Python, which verifies the line and shows the name', async ({
  open,
  service,
  home,
}) => {
  test.skip(!hasPython(), 'there is no Python with the package cryptography');
  test.slow();
  const user = await service.addUser();
  await service.addVariable('secret', 'for Python', true);
  const demo = path.join(home, 'demo');
  await mkdir(demo);
  const delivery = await publishDemoProgram(demo, service, 'python');
  const { page, output } = await open({ config: { delivery } });
  await signIn(page, user);
  await page.getByRole('button', { name: english.delivery.install, exact: true }).click();
  await page.getByRole('button', { name: english.ready.launch, exact: true }).click();
  await expect.poll(output).toContain(`Hello ${user.username}\nThe secret: for Python\n`);
  await awaitAppEnd(page);
});

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
