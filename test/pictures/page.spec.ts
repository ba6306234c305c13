// `npm run pictures`: draws the picture of the customers' page on a phone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../page/customer-page.ts';
import { folder, pagePrefix } from './record.ts';
import { sideBySide } from './webp.ts';

const size = { width: 400, height: 780 };

test.use({ viewport: size });

test("the picture of the customers' page", async ({ page, browser, customer, service }) => {
  const anna = await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30 });
  await customer.set({ name: 'Northwind Studio' });
  await customer.addComputer('anna', 'HOME-PC');
  await customer.signIn(anna);
  await page.getByRole('textbox', { name: 'License key' }).fill(key);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await page.getByRole('alert').waitFor();
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const picture = await sideBySide(browser, [shot], { ...size, between: 0, quality: 0.4 });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${pagePrefix}phone.webp`), picture);
  expect(picture.length).toBeLessThan(12_000);
});
