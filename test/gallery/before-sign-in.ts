// Pictures of the start, the sign-in form and the code step.
import { demoInfo, longName, rightToLeftName, signedOut } from '../screens/samples.ts';
import { fillCode, fillSignIn, type Picture } from './picture.ts';

const noLinks = { links: {} };
const still = { stoppedClock: true } as const;

export const beforeSignInPictures: {
  readonly [Kind in 'starting' | 'signed-out' | 'code-needed']: readonly Picture[];
} = {
  starting: [
    {
      name: 'spinner',
      open: { phase: { kind: 'starting' }, session: { step: 'connecting' }, ...still },
      act: (page) => page.clock.runFor(500),
    },
    {
      name: 'step',
      open: { phase: { kind: 'starting' }, session: { step: 'connecting' }, ...still },
      act: (page) => page.clock.runFor(2100),
    },
    {
      name: 'slow',
      open: { phase: { kind: 'starting' }, session: { step: 'signing-in' }, ...still },
      act: (page) => page.clock.runFor(8100),
    },
  ],
  'signed-out': [
    { name: 'empty', open: { phase: signedOut } },
    { name: 'filled', open: { phase: signedOut }, act: fillSignIn },
    {
      name: 'keep-me',
      open: { phase: { ...signedOut, username: 'anna' } },
      act: async (page) => {
        await page.getByLabel('Password', { exact: true }).fill('correct horse');
        await page.getByRole('button', { name: 'Show password' }).click();
        await page.getByLabel('Keep me signed in').check();
      },
    },
    ...(['no-key-store', 'plaintext-store', 'data-folder', 'preview'] as const).map((reason) => ({
      name: `remember-${reason}`,
      open: { phase: signedOut, info: { remember: { possible: false, reason } as const } },
    })),
    { name: 'no-links', open: { phase: signedOut, info: noLinks } },
    {
      name: 'missing-fields',
      open: { phase: signedOut },
      act: async (page) => page.getByRole('button', { name: 'Sign in' }).click(),
    },
    ...(['unverified', 'not-reached', 'refused'] as const).map((kind) => ({
      name: `trust-${kind}`,
      open: { phase: signedOut, session: { trust: { kind } } },
    })),
    ...(['verified', 'refused'] as const).map((kind): Picture => ({
      name: `trust-panel-${kind}`,
      open: { phase: signedOut, ...(kind === 'refused' && { session: { trust: { kind } } }) },
      act: (page) => page.getByRole('button', { name: 'What was verified' }).click(),
    })),
    {
      name: 'other-brand',
      open: {
        phase: signedOut,
        info: {
          brand: {
            name: 'Zitrone',
            color: '#ffd400',
            colorDark: null,
            tagline: null,
            price: null,
            logo: null,
            cover: null,
          },
        },
      },
      act: fillSignIn,
    },
    {
      name: 'long-brand',
      open: {
        phase: { ...signedOut, username: longName },
        info: {
          brand: {
            ...demoInfo.brand,
            name: 'The Extraordinarily Comprehensive Northwind Rendering and Compositing Suite',
          },
        },
      },
    },
    ...(
      [
        ['wait-spinner', 500],
        ['wait-step', 2100],
        ['wait-slow', 8100],
      ] as const
    ).map(([name, ms]): Picture => ({
      name,
      open: {
        phase: signedOut,
        session: { step: 'signing-in' },
        replies: { signIn: ['hold'] },
        ...still,
      },
      act: async (page) => {
        await fillSignIn(page);
        await page.keyboard.press('Enter');
        await page.clock.runFor(ms);
      },
    })),
  ],
  'code-needed': [
    { name: 'empty', open: { phase: { kind: 'code-needed', username: 'theo' } } },
    {
      name: 'typed',
      open: { phase: { kind: 'code-needed', username: 'theo' } },
      act: (page) => page.getByLabel('Six-digit code').fill('0429'),
    },
    {
      name: 'full',
      open: { phase: { kind: 'code-needed', username: rightToLeftName } },
      act: fillCode,
    },
    {
      name: 'too-short',
      open: { phase: { kind: 'code-needed', username: 'theo' }, info: noLinks },
      act: async (page) => {
        await page.getByLabel('Six-digit code').fill('0429');
        await page.keyboard.press('Enter');
      },
    },
  ],
};
