// Presses every control of a page, and every control of the menus, dialogs and forms that it opens.
// Returns the commands that were sent and the disabled menu items without a reason.
import type { Locator, Page, Request } from '@playwright/test';
import { type SessionCommand, sessionCommands } from '../../src/shared/session-commands.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { expect } from './screen-page.ts';

const possible = ':not([aria-disabled="true"])';
const items = ['menuitem', 'menuitemcheckbox'].map((role) => `[role=${role}]`);
const controls = ['button', ...items].map((control) => `${control}${possible}`).join();
/**
 * Only controls inside: those around a menu, a dialog or a form were pressed on the first screen.
 */
const within = {
  menu: items.map((item) => `${item}${possible}`).join(),
  dialog: `:is(dialog, [role=dialog]) button${possible}`,
  form: `main :is(button, input[type=checkbox])${possible}`,
};
const titles =
  /^(Redeem a key|Your key|Create an account|Sign in with only the key|Forgot password|Change user name|Change password|Chat|Turn (?:on|off) two-factor sign-in|Enter the code)$/;

/** The text of a field by its `autocomplete`. A new password must differ from the current one. */
const texts: Readonly<Record<string, string>> = {
  email: 'anna@studio.example',
  'new-password': 'four entirely new words',
};

async function fill(page: Page): Promise<void> {
  for (const choice of await page.locator('main select').all())
    await choice.selectOption({ index: 0 });
  const inputs = page.locator('main :is(input:not([type=checkbox]):not([readonly]), textarea)');
  for (let index = 0; index < (await inputs.count()); index += 1) {
    const input = inputs.nth(index);
    const code = (await input.getAttribute('autocomplete')) === 'one-time-code';
    const kind = (await input.getAttribute('autocomplete')) ?? '';
    await input.fill(code ? '12345' : (texts[kind] ?? 'NWND-7K2M-QX4T-91KD'));
    if (code) await input.press('6');
  }
}

/** Returns the menu, dialog or form that is open over the phase, or null. */
async function standingOver(page: Page): Promise<string | null> {
  if ((await page.getByRole('menu').count()) > 0) return 'menu';
  if ((await page.getByRole('dialog').count()) > 0) return 'dialog';
  if ((await page.locator('form.rename').count()) > 0) return 'rename';
  const settings = page.locator('.settings-page h1');
  if ((await settings.count()) > 0) return settings.innerText();
  const title = page.getByRole('heading', { name: titles });
  return (await title.count()) > 0 ? title.innerText() : null;
}

/** Presses a control and waits until its command is sent or its target is open. */
async function press(page: Page, control: Locator): Promise<void> {
  const loading = new Set<Request>();
  const begin = (request: Request) => void loading.add(request);
  const end = (request: Request) => void loading.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  // Fails soon if something covers the control.
  await control.click({ timeout: 10_000 });
  await twoFrames(page);
  // Some screens load their script when they are opened.
  await expect.poll(() => loading.size).toBe(0);
  await twoFrames(page);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** A control that opens something: its index among the controls, and what it opens. */
interface Opening {
  readonly index: number;
  readonly opens: string;
}

/** The state of all controls and fields as text. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('button, [role], input, select, textarea')]
      .map((one) => [one.textContent, one.value, one.checked, one.ariaDisabled].join())
      .join('\n'),
  );

/**
 * Presses every control, and reloads the page after a press that changed it. `path` lists the
 * presses that lead there.
 */
async function pressAll(page: Page, bridge: FakeBridge, path: readonly Opening[] = []) {
  const requests = new Set<string>();
  const offWithoutReason: string[] = [];
  // Those of a closed panel cannot be pressed.
  const visible = (selector: string) => page.locator(selector).filter({ visible: true });
  const found = async (depth: number) => {
    if (depth === 0) return visible(controls);
    const over = await standingOver(page);
    return visible(within[over === 'menu' || over === 'dialog' ? over : 'form']);
  };
  const arrive = async () => {
    await page.reload();
    await page.locator('main :is(h1, form)').first().waitFor();
    await fill(page);
    for (const [depth, { index, opens }] of path.entries()) {
      await (await found(depth)).nth(index).click();
      await expect.poll(() => standingOver(page)).toBe(opens);
      await fill(page);
    }
  };
  await arrive();
  const here = await standingOver(page);
  const count = await (await found(path.length)).count();
  for (const off of await page
    .locator(items.map((item) => `${item}[aria-disabled="true"]`).join())
    .all())
    if ((await off.getAttribute('aria-describedby')) === null)
      offWithoutReason.push(await off.innerText());
  const openings: Opening[] = [];
  const fresh = await drawn(page);
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && (await drawn(page)) !== fresh) await arrive();
    await press(page, (await found(path.length)).nth(index));
    for (const { name } of await toldBy(bridge)) requests.add(name);
    const there = await standingOver(page);
    if (there !== null && there !== here) openings.push({ index, opens: there });
  }
  return { asked: requests, openings, offWithoutReason };
}

/** Returns the calls without `wake`, which the page sends without a press. */
async function toldBy(bridge: FakeBridge) {
  return (await bridge.calls()).filter(({ name }) => name !== 'wake');
}

export interface Pressed {
  /** Commands that a press sent. */
  readonly drawn: readonly SessionCommand[];
  /** Menu items. */
  readonly offWithoutReason: readonly string[];
}

export async function pressEverything(page: Page, bridge: FakeBridge): Promise<Pressed> {
  const requests = new Set<string>();
  const offWithoutReason: string[] = [];
  const paths: (readonly Opening[])[] = [[]];
  const forms = new Set<string>();
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const pressed = await pressAll(page, bridge, path);
    for (const name of pressed.asked) requests.add(name);
    offWithoutReason.push(...pressed.offWithoutReason);
    // Deep enough for each way to use a key, and for the steps behind a page of the settings.
    if (path.length === 5) continue;
    for (const opening of pressed.openings) {
      // A form is the same wherever it was opened.
      if (forms.has(opening.opens)) continue;
      if (opening.opens !== 'menu' && opening.opens !== 'dialog') forms.add(opening.opens);
      paths.push([...path, opening]);
    }
  }
  return { drawn: sessionCommands.filter((name) => requests.has(name)), offWithoutReason };
}
