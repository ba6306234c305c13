// Presses every control that a page draws, and every one of what that opens: menus, dialogs and forms. Says which commands were asked
// for, and what is drawn as impossible without a reason.
import type { Locator, Page } from '@playwright/test';
import { type SessionCommand, sessionCommands } from '../../src/shared/phases.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { expect } from './screen-page.ts';

const possible = ':not([aria-disabled="true"])';
const items = ['menuitem', 'menuitemcheckbox'].map((role) => `[role=${role}]`);
const controls = ['button', ...items].map((control) => `${control}${possible}`).join();
/** What surrounds a menu, a dialog or a form was pressed on the first screen. */
const within = {
  menu: items.map((item) => `${item}${possible}`).join(),
  dialog: `dialog button${possible}`,
  form: `main button${possible}`,
};
const titles =
  /^(Redeem a key|Your key|Create an account|Use the key alone|Forgot password|Change user name|Account|Chat|Turn (?:on|off) two-factor sign-in)$/;

async function fill(page: Page): Promise<void> {
  for (const choice of await page.locator('main select').all())
    await choice.selectOption({ index: 0 });
  const inputs = page.locator('main :is(input:not([type=checkbox]):not([readonly]), textarea)');
  for (let index = 0; index < (await inputs.count()); index += 1) {
    const input = inputs.nth(index);
    const code = (await input.getAttribute('autocomplete')) === 'one-time-code';
    const mail = (await input.getAttribute('autocomplete')) === 'email';
    await input.fill(code ? '12345' : mail ? 'anna@studio.example' : 'NWND-7K2M-QX4T-91KD');
    if (code) await input.press('6');
  }
}

/** The menu, dialog or form that stands over the phase; null: none. */
async function standingOver(page: Page): Promise<string | null> {
  if ((await page.getByRole('menu').count()) > 0) return 'menu';
  if ((await page.getByRole('dialog').count()) > 0) return 'dialog';
  const title = page.getByRole('heading', { name: titles });
  return (await title.count()) > 0 ? title.innerText() : null;
}

/** Presses, and waits until what the press asks for is on its way, or what it opens stands there. */
async function press(page: Page, control: Locator): Promise<void> {
  await control.click();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** A control that opens something, by its place among what is drawn, and what stands there then. */
interface Opening {
  readonly index: number;
  readonly opens: string;
}

/** All controls and fields, as they stand. */
const drawn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('button, [role], input, select, textarea')]
      .map((one) => [one.textContent, one.value, one.checked, one.ariaDisabled].join())
      .join('\n'),
  );

/** Presses every control; after a press that has changed what is drawn, on a fresh page. `path`: what is pressed to get there. */
async function pressAll(page: Page, bridge: FakeBridge, path: readonly Opening[] = []) {
  const asked = new Set<string>();
  const offWithoutReason: string[] = [];
  const found = async (depth: number) => {
    if (depth === 0) return page.locator(controls);
    const over = await standingOver(page);
    return page.locator(within[over === 'menu' || over === 'dialog' ? over : 'form']);
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
    for (const { name } of await toldBy(bridge)) asked.add(name);
    const there = await standingOver(page);
    if (there !== null && there !== here) openings.push({ index, opens: there });
  }
  return { asked, openings, offWithoutReason };
}

/** Without what the page says of its own accord, such as that it has the focus: that answers no press. */
async function toldBy(bridge: FakeBridge) {
  return (await bridge.calls()).filter(({ name }) => name !== 'wake');
}

export interface Pressed {
  /** What is asked for by a press somewhere. */
  readonly drawn: readonly SessionCommand[];
  /** Items of a menu. */
  readonly offWithoutReason: readonly string[];
}

export async function pressEverything(page: Page, bridge: FakeBridge): Promise<Pressed> {
  const asked = new Set<string>();
  const offWithoutReason: string[] = [];
  const paths: (readonly Opening[])[] = [[]];
  const forms = new Set<string>();
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const pressed = await pressAll(page, bridge, path);
    for (const name of pressed.asked) asked.add(name);
    offWithoutReason.push(...pressed.offWithoutReason);
    // From the sign-in form by the door to each of its ways, and by the menu and the account to what it changes.
    if (path.length === 3) continue;
    for (const opening of pressed.openings) {
      // A form is the same one, wherever it is opened.
      if (forms.has(opening.opens)) continue;
      if (opening.opens !== 'menu' && opening.opens !== 'dialog') forms.add(opening.opens);
      paths.push([...path, opening]);
    }
  }
  return { drawn: sessionCommands.filter((name) => asked.has(name)), offWithoutReason };
}
