// Presses everything that each phase draws, and holds it against the table: no control asks for what the phase does not allow,
// and what is drawn as impossible says why.
import type { Locator, Page } from '@playwright/test';
import {
  type SessionCommand,
  sessionCommands,
  type PhaseFacts,
  phases,
} from '../../src/shared/phases.ts';
import type { Phase, PhaseKind } from '../../src/shared/session.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { failureOf, offered, withoutForgotLink } from './samples.ts';
import { expect, test } from './screen-page.ts';

const controls = 'button:not([aria-disabled="true"]), [role=menuitem]:not([aria-disabled="true"])';
const menuItems = '[role=menuitem]:not([aria-disabled="true"])';
/** What surrounds a form was pressed on the first screen. */
const ofForm = 'main button:not([aria-disabled="true"])';
const forms =
  /^(Redeem a key|Your key|Create an account|Use the key alone|A new password|Change user name|Account|Turn (?:on|off) two-step sign-in)$/;

async function fill(page: Page): Promise<void> {
  const inputs = page.locator('main input:not([type=checkbox]):not([readonly])');
  for (let index = 0; index < (await inputs.count()); index += 1) {
    const input = inputs.nth(index);
    const code = (await input.getAttribute('autocomplete')) === 'one-time-code';
    const mail = (await input.getAttribute('autocomplete')) === 'email';
    await input.fill(code ? '12345' : mail ? 'anna@studio.example' : 'NWND-7K2M-QX4T-91KD');
    if (code) await input.press('6');
  }
}

/** The menu or the form that stands over the phase; null: neither. */
async function standingOver(page: Page): Promise<string | null> {
  if ((await page.locator('[role=menu]').count()) > 0) return 'menu';
  const title = page.getByRole('heading', { name: forms });
  return (await title.count()) > 0 ? title.innerText() : null;
}

/**
 * What stands there behind a press. What asks nothing may open something: at once, or when its script has come; a menu is gone before
 * what it opens is there.
 */
async function behindPress(page: Page, here: string | null, press: Press) {
  const passing = here === 'menu' ? ['menu', null] : [here];
  if (!press.hasAsked)
    await expect
      .poll(async () => passing.includes(await standingOver(page)), {
        timeout: press.hasLoaded ? 3000 : 300,
        intervals: [20, 50, 100],
      })
      .toBe(false)
      .catch(() => undefined); // it opens nothing
  return standingOver(page);
}

interface Press {
  readonly hasAsked: boolean;
  /** A script. */
  readonly hasLoaded: boolean;
}

/** Presses, and waits until what the press asks for is on its way. */
async function press(page: Page, bridge: FakeBridge, control: Locator): Promise<Press> {
  const before = (await toldBy(bridge)).length;
  let hasLoaded = false;
  const load = () => (hasLoaded = true);
  page.on('request', load);
  await control.click();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  page.off('request', load);
  return { hasAsked: (await toldBy(bridge)).length > before, hasLoaded };
}

/** A control that opens something, by its place among what is drawn, and what stands there then. */
interface Opening {
  readonly index: number;
  readonly opens: string;
}

/** Presses every control, each on a fresh page. `path`: what is pressed to get there. */
async function pressAll(page: Page, bridge: FakeBridge, path: readonly Opening[] = []) {
  const asked = new Set<string>();
  const offWithoutReason: string[] = [];
  const found = async (depth: number) => {
    if (depth === 0) return page.locator(controls);
    return page.locator((await standingOver(page)) === 'menu' ? menuItems : ofForm);
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
  for (const off of await page.locator('[aria-disabled="true"][role=menuitem]').all())
    if ((await off.getAttribute('aria-describedby')) === null)
      offWithoutReason.push(await off.innerText());
  const openings: Opening[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await arrive();
    const pressed = await press(page, bridge, (await found(path.length)).nth(index));
    for (const { name } of await toldBy(bridge)) asked.add(name);
    const there = await behindPress(page, here, pressed);
    if (there !== null && there !== here) openings.push({ index, opens: there });
  }
  return { asked, openings, offWithoutReason };
}

/** Without what the page says of its own accord, such as that it has the focus: that answers no press. */
async function toldBy(bridge: FakeBridge) {
  return (await bridge.calls()).filter(({ name }) => name !== 'wake');
}

async function pressEverything(page: Page, bridge: FakeBridge) {
  const asked = new Set<string>();
  const offWithoutReason: string[] = [];
  const paths: (readonly Opening[])[] = [[]];
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const pressed = await pressAll(page, bridge, path);
    for (const name of pressed.asked) asked.add(name);
    offWithoutReason.push(...pressed.offWithoutReason);
    // From the sign-in form by the door to each of its ways, and by the menu and the account to what it changes.
    if (path.length < 3) for (const opening of pressed.openings) paths.push([...path, opening]);
  }
  return { drawn: sessionCommands.filter((name) => asked.has(name)), offWithoutReason };
}

const notRedeemed = {
  result: { ok: false, failure: failureOf({ code: 'key-unknown' }) },
} as const;
const leave = ['goBack', 'retry'] as const;
/** What each phase draws. More may be allowed: Redeem stays open while the sign-in behind it comes to its code. */
const drawnIn: { readonly [Kind in PhaseKind]: readonly SessionCommand[] } = {
  starting: [],
  'signed-out': ['signIn', 'signInWithKey', 'register', 'forgot', 'redeem'],
  'code-needed': ['submitCode', 'goBack'],
  'no-subscription': ['redeem', 'retry', 'signOut'],
  'update-required': ['retry'],
  'app-paused': ['retry'],
  'app-disabled': ['retry'],
  banned: ['signOut'],
  'wrong-device': leave,
  'session-ended': ['retry'],
  unreachable: leave,
  ready: [
    ...(['changeUsername', 'offerTwoFactor', 'turnOnTwoFactor', 'turnOffTwoFactor'] as const),
    ...(['redeem', 'launch', 'retry', 'signOut'] as const),
  ],
  launching: [],
  running: [],
};

for (const phase of Object.values(phaseSamples) as readonly Phase[])
  test(`everything that ${phase.kind} draws is allowed there`, async ({ page, open }) => {
    test.setTimeout(240_000); // a fresh page for each control
    const bridge = await open({
      phase,
      info: withoutForgotLink,
      replies: {
        ...offered,
        redeem: [notRedeemed],
        readClipboard: [{ result: { ok: true, value: null } }],
      },
    });
    const { drawn, offWithoutReason } = await pressEverything(page, bridge);
    const { allows }: PhaseFacts = phases[phase.kind];
    expect(drawn.filter((name) => !allows.includes(name))).toEqual([]);
    expect(drawn).toEqual(sessionCommands.filter((name) => drawnIn[phase.kind].includes(name)));
    expect(offWithoutReason).toEqual([]);
  });
