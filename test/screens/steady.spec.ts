// Errors move nothing: whatever the service answers, the button of each form stays where it was and in sight. The rows are
// every failure that there is, so that a new one is looked at by itself.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import type { Failure } from '../../src/shared/failure.ts';
import { failureTable } from '../gallery/failures.ts';
import {
  chooseWay,
  fillForgot,
  fillNewAccount,
  fillSignIn,
  openForgot,
  openNewName,
  openRedeem,
  openTurnOff,
  openTurnOn,
} from '../gallery/picture.ts';
import {
  failureOf,
  longSellerText,
  offered,
  ready,
  redeemAlone,
  signedOut,
  withTwoFactor,
  withoutForgotLink,
} from './samples.ts';
import { expect, test, type OpenOptions } from './screen-page.ts';

const sizes = [
  { width: 480, height: 680 },
  { width: 400, height: 560 },
] as const;

/** How far the button may be from its place, in pixels. */
const tolerance = 8;

const locked: readonly Failure[] = Object.values(failureTable)
  .flatMap((shown) => shown.map(({ failure }): Failure => failure))
  .filter(({ code }) => code === 'rate-limited');
/** No failure for the form: it is good news, and another screen. */
const owned = (failure: Failure) => failure.code === 'key-used' && failure.usedByYou;
/** As it stands when the service would take the next try. */
const pauseOver = (failure: Failure): Failure =>
  (failure.code === 'overloaded' || failure.code === 'bad-credentials') && failure.retryAt !== null
    ? { ...failure, retryAt: 0 }
    : failure;
/** Those that leave the button open come first; the last one closes it. */
const failures: readonly Failure[] = [
  ...Object.values(failureTable)
    .flatMap((shown) => shown.map(({ failure }): Failure => failure))
    .filter((failure) => failure.code !== 'rate-limited' && !owned(failure))
    .map(pauseOver),
  failureOf({ code: 'refused' }, longSellerText),
  failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }, longSellerText),
  ...locked,
];

const refusalsOf = (given: readonly Failure[]) =>
  given.map((failure) => ({ result: { ok: false, failure } as const }));
const refusals = refusalsOf(failures);
/** A key that is refused is said where the key is: on the screen before. */
const notOfKeys = failures.filter(
  ({ code }) => !code.startsWith('key-') && code !== 'no-plan-for-level',
);

/** An offer that is too old goes, and its form with it. */
const notExpired = failures.filter(({ code }) => code !== 'two-factor-expired');

interface FormUnderTest {
  readonly name: string;
  readonly command: CommandName;
  readonly open: OpenOptions;
  readonly arrive: (page: Page) => Promise<void>;
  readonly fill: (page: Page) => Promise<void>;
  /** All of them, where nothing is said. */
  readonly failures?: readonly Failure[];
}

const noMove = (): Promise<void> => Promise.resolve();
const fillKey = (page: Page) => page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');

const forms: readonly FormUnderTest[] = [
  {
    name: 'sign-in',
    command: 'signIn',
    open: { phase: signedOut, replies: { signIn: refusals } },
    arrive: noMove,
    fill: fillSignIn,
  },
  {
    name: 'code',
    command: 'submitCode',
    open: {
      phase: { kind: 'code-needed', username: 'theo' },
      replies: { submitCode: refusals },
    },
    arrive: noMove,
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
  },
  {
    name: 'redeem, signed in',
    command: 'redeem',
    open: { phase: ready, replies: { redeem: refusals } },
    arrive: openRedeem,
    fill: fillKey,
  },
  {
    name: 'redeem, signed out',
    command: 'redeem',
    open: { phase: signedOut, info: redeemAlone, replies: { redeem: refusals } },
    arrive: openRedeem,
    fill: async (page) => {
      await page.getByLabel('User name').fill('anna');
      await fillKey(page);
    },
  },
  {
    name: 'create an account',
    command: 'register',
    open: { phase: signedOut, replies: { register: refusalsOf(notOfKeys) } },
    arrive: (page) => chooseWay(page, 'Create an account'),
    fill: fillNewAccount,
    failures: notOfKeys,
  },
  {
    name: 'a key alone',
    command: 'signInWithKey',
    open: { phase: signedOut, replies: { signInWithKey: refusals } },
    arrive: (page) => chooseWay(page, 'Use the key alone'),
    fill: fillKey,
  },
  {
    name: 'a forgotten password',
    command: 'forgot',
    open: { phase: signedOut, info: withoutForgotLink, replies: { forgot: refusals } },
    arrive: openForgot,
    fill: fillForgot,
  },
  {
    name: 'another user name',
    command: 'changeUsername',
    open: { phase: ready, replies: { changeUsername: refusals } },
    arrive: openNewName,
    fill: (page) => page.getByLabel('New user name').fill('nora'),
  },
  {
    name: 'turning two-step sign-in on',
    command: 'turnOnTwoFactor',
    open: {
      phase: withTwoFactor(false),
      replies: { ...offered, turnOnTwoFactor: refusalsOf(notExpired) },
    },
    arrive: async (page) => {
      await openTurnOn(page);
      await page.getByLabel('Six-digit code').focus();
    },
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
    failures: notExpired,
  },
  {
    name: 'turning two-step sign-in off',
    command: 'turnOffTwoFactor',
    open: { phase: withTwoFactor(true), replies: { turnOffTwoFactor: refusals } },
    arrive: openTurnOff,
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
  },
];

interface Place {
  readonly top: number;
  /** All of it can be seen and pressed where it is. */
  readonly inSight: boolean;
}

/** Runs in the page: waits until the form has been answered `answers` times and drawn, then looks at its button. */
async function look(command: CommandName, answers: number): Promise<Place> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const asked = () => window.stage.calls.filter(({ name }) => name === command).length;
  const busy = () => document.querySelector('form')?.ariaBusy === 'true';
  while (asked() < answers || busy()) await frame();
  await frame();
  const button = document.querySelector('button[type=submit]');
  const main = document.querySelector('main')?.getBoundingClientRect();
  if (button === null || main === undefined) throw new Error('there is no form');
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const inSight = top >= main.top && bottom <= main.bottom && hit?.closest('button') === button;
  return { top, inSight };
}

const place = (page: Page, { command }: FormUnderTest, answers = 0): Promise<Place> =>
  page.evaluate(`(${look.toString()})(${JSON.stringify(command)}, ${answers})`);

for (const form of forms)
  for (const size of sizes)
    test(`${form.name}, ${size.width} x ${size.height}: no failure moves the button`, async ({
      page,
      open,
    }) => {
      await page.setViewportSize(size);
      await open(form.open);
      await form.arrive(page);
      const rest = await place(page, form);
      expect(rest.inSight).toBe(true);
      const moved: string[] = [];
      for (const [index, failure] of (form.failures ?? failures).entries()) {
        await form.fill(page);
        await page.keyboard.press('Enter');
        const { top, inSight } = await place(page, form, index + 1);
        if (Math.abs(top - rest.top) > tolerance || !inSight)
          moved.push(`${failure.code}: by ${top - rest.top}${inSight ? '' : ', out of sight'}`);
        await expect(page.getByRole('alert').first()).not.toBeEmpty();
      }
      expect(moved).toEqual([]);
    });

for (const form of forms)
  test(`${form.name}, text twice as large: the button stays in sight`, async ({ page, open }) => {
    await open(form.open);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await form.arrive(page);
    const hidden: string[] = [];
    for (const [index, failure] of (form.failures ?? failures).entries()) {
      await page.setViewportSize(sizes[index % 2 === 0 ? 0 : 1]);
      await form.fill(page);
      await page.keyboard.press('Enter');
      if (!(await place(page, form, index + 1)).inSight) hidden.push(failure.code);
      await page.setViewportSize(sizes[index % 2 === 0 ? 1 : 0]);
      if (!(await place(page, form)).inSight) hidden.push(`${failure.code}, other size`);
    }
    expect(hidden).toEqual([]);
  });

for (const form of forms)
  test(`${form.name}: what is missing or cannot be right moves the button as little`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(sizes[1]);
    await open(form.open);
    await form.arrive(page);
    const rest = await place(page, form);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(await place(page, form)).toEqual(rest);
    const field = page.locator('form input:focus');
    await field.fill('x'.repeat(1100));
    await page.keyboard.press('Enter');
    expect(await place(page, form)).toEqual(rest);
  });
