// Pictures of two-factor sign-in in the settings: its state, both steps of turning it on, and
// turning it off.
import { sessionOf } from '../screens/screen-page.ts';
import { failureOf, offered, ready, withTwoFactor } from '../screens/samples.ts';
import {
  openScan,
  openSettings,
  openTurnOff,
  openTurnOn,
  submitCode,
  type Picture,
} from './picture.ts';

const stillAt = { stoppedClock: true } as const;
const openSecurity: Picture['act'] = (page) => openSettings(page, 'Security');

/** The code was refused; the error is shown at the field. */
const refusedCode: Picture = {
  name: 'code-refused',
  open: {
    phase: withTwoFactor(false),
    replies: {
      ...offered,
      turnOnTwoFactor: [
        {
          result: {
            ok: false,
            failure: failureOf({
              code: 'bad-code',
              failures: 1,
              clockOffsetMs: null,
              triesLeft: null,
              retryAt: null,
            }),
          },
        },
      ],
    },
  },
  act: async (page) => {
    await openTurnOn(page);
    await submitCode(page);
    await page.getByRole('alert').waitFor();
  },
};

export const twoFactorPictures: readonly Picture[] = [
  { name: 'off', open: { phase: withTwoFactor(false) }, act: openSecurity },
  { name: 'unknown', open: { phase: ready }, act: openSecurity },
  {
    name: 'while-running',
    open: { phase: { ...withTwoFactor(true), kind: 'running' } },
    act: openSecurity,
  },
  {
    name: 'scan',
    open: { phase: withTwoFactor(false), replies: offered, ...stillAt },
    act: openScan,
  },
  {
    name: 'code',
    open: { phase: withTwoFactor(false), replies: offered, ...stillAt },
    act: openTurnOn,
  },
  refusedCode,
  {
    name: 'asking',
    open: { phase: withTwoFactor(false), replies: { offerTwoFactor: ['hold'] }, ...stillAt },
    act: async (page) => {
      await openSettings(page, 'Security');
      await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
      await page.clock.runFor(8100);
    },
  },
  {
    name: 'over',
    open: { phase: withTwoFactor(false), replies: offered, ...stillAt },
    act: async (page) => {
      await openTurnOn(page);
      await page.clock.runFor(301_000);
      await page.getByText('This QR code has expired').waitFor();
    },
  },
  {
    name: 'is-on',
    open: {
      phase: withTwoFactor(false),
      replies: {
        ...offered,
        turnOnTwoFactor: [
          {
            result: { ok: true, value: null },
            then: sessionOf(withTwoFactor(true), { revision: 2 }),
          },
        ],
      },
    },
    act: async (page) => {
      await openTurnOn(page);
      await submitCode(page);
      await page.locator('main').getByText('Two-factor sign-in is on', { exact: true }).waitFor();
    },
  },
  { name: 'turn-off', open: { phase: withTwoFactor(true) }, act: openTurnOff },
  {
    name: 'left',
    open: { phase: withTwoFactor(false), replies: offered },
    act: async (page) => {
      await openScan(page);
      await page.keyboard.press('Escape');
      await page.locator('main').getByText("Two-factor sign-in wasn't turned on").waitFor();
    },
  },
  {
    name: 'unsure',
    open: {
      phase: ready,
      replies: {
        turnOffTwoFactor: [
          {
            result: {
              ok: false,
              failure: failureOf({ code: 'two-factor-unproven', target: 'off' }),
            },
          },
        ],
      },
    },
    act: async (page) => {
      await openTurnOff(page);
      await submitCode(page);
      await page.getByText("The change wasn't confirmed").waitFor();
      await page.keyboard.press('Escape');
      await page.locator('main').getByText('Two-factor sign-in may have changed').waitFor();
    },
  },
];
