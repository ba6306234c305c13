// The preview as a page: access by token, one session for all tabs, and links in separate tabs.
import { expect, heading, launchButton, signIn, test } from './preview.ts';

test('answers 404 without the token in the URL', async ({ page, preview }) => {
  const { origin } = new URL(preview.url);
  for (const address of [origin, `${origin}/index.html`, `${origin}/${'A'.repeat(43)}/`]) {
    const answer = await page.request.get(address);
    expect([answer.status(), await answer.text()]).toEqual([404, '']);
  }
});

test('blocks a foreign site from reading the page and sending commands', async ({
  page,
  preview,
}) => {
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

test('shows one session in all tabs', async ({ loader, preview, service }) => {
  const second = await loader.context().newPage();
  await second.goto(preview.url);
  await expect(heading(second, 'Sign in')).toBeVisible();
  await signIn(loader, await service.addUser());
  await expect(launchButton(loader)).toBeVisible();
  await expect(launchButton(second)).toBeVisible();
});

test('keeps the session across a reload', async ({ loader, service }) => {
  await signIn(loader, await service.addUser());
  await expect(launchButton(loader)).toBeVisible();
  await loader.reload();
  await expect(launchButton(loader)).toBeVisible();
});

test('opens a link in a separate tab without opener and referrer', async ({ loader }) => {
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

test('stores nothing in the browser and no password in the page', async ({ loader, service }) => {
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
