// Pictures of deep links: filled in, offered, waiting, and not available.
import type { Phase, PendingDeepLink } from '../../src/shared/session.ts';
import { anna, demoInfo, longName, ready, signedOut } from '../screens/samples.ts';
import { sessionOf } from '../screens/screen-page.ts';
import { fillSignIn, sampleKey, type Picture } from './picture.ts';

const redeem: PendingDeepLink = { id: 1, kind: 'redeem', key: sampleKey };
const register: PendingDeepLink = { ...redeem, kind: 'register' };
const running: Phase = { kind: 'running', ...anna };
const off = (change: object) => ({ accounts: { ...demoInfo.accounts, ...change } });

function brought(
  name: string,
  phase: Phase,
  deepLink: PendingDeepLink,
  more: object = {},
): Picture {
  return { name, open: { phase, session: { deepLink }, ...more } };
}

/** The user typed something before the link arrived. */
function offered(name: string, deepLink: PendingDeepLink): Picture {
  return {
    name,
    open: { phase: signedOut },
    act: async (page, bridge) => {
      await fillSignIn(page);
      await bridge.publish(sessionOf(signedOut, { revision: 2, deepLink }));
      await page.locator('aside.notice').waitFor();
    },
  };
}

export const deepLinkPictures: readonly Picture[] = [
  brought('redeem', signedOut, redeem),
  brought('register', signedOut, register),
  brought('redeem-inside', ready, redeem),
  brought('register-inside', ready, register),
  brought(
    'doubtful',
    signedOut,
    { ...register, key: 'NWND-7F3' },
    {
      info: { keyPattern: '[A-Z0-9]{4}(-[A-Z0-9]{4}){3}' },
    },
  ),
  offered('offered', redeem),
  offered('offered-long', { ...redeem, key: longName.replace('@', '-').padEnd(70, 'K') }),
  brought('waits', running, redeem),
  brought('redeem-off', signedOut, redeem, { info: off({ redeem: false }) }),
  brought('register-off', signedOut, register, { info: off({ register: false }) }),
  brought('sign-out-first', ready, register, { info: off({ redeem: false }) }),
  brought('unreadable', signedOut, { id: 1, kind: 'unreadable' }),
  brought('beside-notice', running, redeem, {
    session: {
      deepLink: redeem,
      notice: { kind: 'app-exited', exitCode: 1, signal: null },
    },
  }),
];
