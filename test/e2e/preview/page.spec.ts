// The preview as a page: nothing without the token, one session for all tabs, links that open in a tab of their own.
import { expect, heading, launchButton, signIn, test } from './preview.ts';

test('shows nothing without the token in its address', async ({ page, preview }) => {
  const { origin } = new URL(preview.url);
  for (const address of [origin, `${origin}/index.html`, `${origin}/${'A'.repeat(43)}/`]) {
    const answer = await page.request.get(address);
    expect([answer.status(), await answer.text()]).toEqual([404, '']);
  }
});

test('a foreign site can neither read the page nor send commands', async ({ page, preview }) => {
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'elsewhere' }),
  );
  await page.goto('https://elsewhere.example/');
  const outcomes = await page.evaluate(async (url) => {
    const tries = [
      fetch(url),
      fetch(`${url}bridge/getSession`, { method: 'POST', body: '{}' }),
      fetch(`${url}bridge/getSession`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    ];
    return (await Promise.allSettled(tries)).map(({ status }) => status);
  }, preview.url);
  expect(outcomes).toEqual(['rejected', 'rejected', 'rejected']);
});

test('draws one session in all tabs', async ({ loader, preview, service }) => {
  const second = await loader.context().newPage();
  await second.goto(preview.url);
  await expect(heading(second, 'Sign in')).toBeVisible();
  await signIn(loader, await service.addUser());
  await expect(launchButton(loader)).toBeVisible();
  await expect(launchButton(second)).toBeVisible();
});

test('keeps the session over a reload', async ({ loader, service }) => {
  await signIn(loader, await service.addUser());
  await expect(launchButton(loader)).toBeVisible();
  await loader.reload();
  await expect(launchButton(loader)).toBeVisible();
});

test('opens a link in a tab of its own that knows nothing of this one', async ({ loader }) => {
  await loader
    .context()
    .route('https://northwind.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'help' }),
    );
  const opened = loader.context().waitForEvent('page');
  await loader.getByRole('button', { name: 'Help' }).click();
  const help = await opened;
  await expect(help).toHaveURL('https://northwind.example/help');
  expect(await help.evaluate(() => [window.opener === null, document.referrer])).toEqual([
    true,
    '',
  ]);
});

test('shows the state and reads no password back from the page', async ({ loader, service }) => {
  const user = await service.addUser();
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
  const kept = await loader.evaluate(() => [
    localStorage.length,
    sessionStorage.length,
    document.cookie,
    JSON.stringify(window.history.state),
  ]);
  expect(kept).toEqual([0, 0, '', 'null']);
  expect(await loader.content()).not.toContain(user.password);
});
