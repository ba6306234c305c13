// One picture of the gallery: how to open it, and what to do before it is taken.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import { demoInfo } from '../screens/samples.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import type { OpenOptions } from '../screens/screen-page.ts';
import type { Session } from '../../src/shared/session.ts';

export interface Picture {
  readonly name: string;
  readonly open: OpenOptions;
  readonly act?: ((page: Page, bridge: FakeBridge) => Promise<void>) | undefined;
}

/**
 * Writes a picture for review into the folder of the Playwright project. `npm test` writes none.
 */
export async function draw(page: Page, project: string, name: string): Promise<void> {
  if (process.env['GALLERY_PICTURES'] === 'none') return;
  await page.screenshot({ path: `test-results/${project}/${name}.png` });
}

/** Chooses an entry of "More options" on an account state. */
export async function chooseOption(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name }).click();
}

export async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
}

export async function submitSignIn(page: Page): Promise<void> {
  await fillSignIn(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the redeem form; signed out, this requires `redeemAlone`. */
export async function openRedeem(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Redeem a key|Have a license key\?)$/ }).click();
  await page.getByLabel('License key').waitFor();
}

export async function submitKey(page: Page): Promise<void> {
  await openRedeem(page);
  await page.getByLabel('License key').fill(sampleKey);
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
}

export const sampleKey = 'NWND-7F3Q-2MXX-91KD';

/** Enters a key in the key form and chooses a way to use it. */
export async function chooseKeyAction(
  page: Page,
  way: 'Create an account' | 'Redeem on your account' | 'Sign in with only the key',
): Promise<void> {
  await page.getByRole('button', { name: 'Have a license key?' }).click();
  await page.getByLabel('License key').fill(sampleKey);
  await page.getByRole('button', { name: way }).click();
  await page.getByRole('button', { name: 'Back' }).waitFor();
}

export async function fillNewAccount(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
}

export async function submitNewAccount(page: Page): Promise<void> {
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Requires the sign-in form of a brand without a reset page: see `withoutForgotLink`. */
export async function openForgot(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('E-mail address').waitFor();
}

export async function fillForgot(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('E-mail address').fill('anna@studio.example');
}

export async function submitForgot(page: Page): Promise<void> {
  await openForgot(page);
  await fillForgot(page);
  await page.getByRole('button', { name: 'Send link' }).click();
}

export async function openNewName(page: Page): Promise<void> {
  await openSettings(page, 'Account');
  await page.getByRole('button', { name: 'Change user name' }).click();
  await page.getByLabel('New user name').waitFor();
}

export async function submitNewName(page: Page): Promise<void> {
  await openNewName(page);
  await page.getByLabel('New user name').fill('nora');
  await page.getByRole('button', { name: 'Change name' }).click();
}

/** Opens a page of the settings by its name; the program's page has the name of the brand. */
export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await openPage(page, name);
}

/** All pages but that of the program, which has the name of the brand. */
const otherPages = new RegExp(`^(${Object.values(english.settings.pages).join('|')})$`);

/** Opens another page of the open settings. */
export async function openPage(page: Page, name: string): Promise<void> {
  const list = page.getByRole('navigation', { name: 'Settings' });
  const back = page.getByRole('button', { name: 'Back' });
  await list.or(back).first().waitFor();
  // In a narrow window, the list is a separate page.
  if ((await list.count()) === 0) await back.click();
  const item = list.getByRole('button', { name, exact: true });
  // The brand of a picture may have another name.
  const program = list.getByRole('button').filter({ hasNotText: otherPages });
  const chosen = name === demoInfo.brand.name ? program : item;
  const title = (await chosen.textContent()) ?? name;
  await chosen.click();
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
}

/** Escape leads to the list first if that is a separate page. */
export async function leaveSettings(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

/** Opens the first step of turning on. Requires a reply to `offerTwoFactor`. */
export async function openScan(page: Page): Promise<void> {
  await openSettings(page, 'Security');
  await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
  await page.getByText(/^Step 1 of /).waitFor();
}

/** Opens the second step of turning on. */
export async function openTurnOn(page: Page): Promise<void> {
  await openScan(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Six-digit code').waitFor();
}

/** Requires an account where two-factor sign-in is on or unknown. */
export async function openTurnOff(page: Page): Promise<void> {
  await openSettings(page, 'Security');
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
  await page.getByLabel('Six-digit code').waitFor();
}

/** The sixth digit submits the form. */
export async function submitCode(page: Page): Promise<void> {
  await page.getByLabel('Six-digit code').fill('042917');
}

/** Fills in a code that waits for a press: after a deletion, six digits are not submitted. */
export async function fillCode(page: Page): Promise<void> {
  const code = page.getByLabel('Six-digit code');
  await code.fill('0429178');
  await code.press('Backspace');
}

/** Publishes a snapshot that makes rendering throw. */
export async function breakDrawing(page: Page, bridge: FakeBridge): Promise<void> {
  const broken = { revision: 99, phase: { kind: 'ready' }, notice: null, step: null };
  await bridge.publish(broken as unknown as Session); // on purpose: the main process never publishes it
  await page.getByRole('button', { name: 'Restart' }).waitFor();
}
