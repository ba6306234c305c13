// Pictures of the forms for a forgotten password and for a new user name.
import { failureOf, ready, signedOut, withoutForgotLink } from '../screens/samples.ts';
import {
  fillSignIn,
  openForgot,
  openNewName,
  submitForgot,
  submitNewName,
  type Picture,
} from './picture.ts';

export const accountPictures: readonly Picture[] = [
  { name: 'forgot-link', open: { phase: signedOut, info: withoutForgotLink }, act: fillSignIn },
  { name: 'forgot', open: { phase: signedOut, info: withoutForgotLink }, act: openForgot },
  {
    name: 'forgot-sent',
    open: { phase: signedOut, info: withoutForgotLink },
    act: async (page) => {
      await submitForgot(page);
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    },
  },
  {
    name: 'forgot-stopped',
    open: {
      phase: signedOut,
      info: withoutForgotLink,
      replies: { forgot: [{ result: { ok: false, failure: failureOf({ code: 'cancelled' }) } }] },
    },
    act: submitForgot,
  },
  { name: 'new-name', open: { phase: ready }, act: openNewName },
  {
    name: 'new-name-waiting',
    open: {
      phase: ready,
      session: { step: 'changing-name' },
      replies: { changeUsername: ['hold'] },
      stoppedClock: true,
    },
    act: async (page) => {
      await submitNewName(page);
      await page.clock.runFor(8100);
    },
  },
  {
    name: 'renewed',
    open: {
      phase: ready,
      session: {
        notice: { kind: 'renewed', expiresAt: Date.UTC(2027, 2, 14, 12), lifetime: false },
      },
    },
  },
  {
    name: 'new-name-is-there',
    open: { phase: ready, session: { notice: { kind: 'name-changed', username: 'anna' } } },
  },
  {
    name: 'new-name-sign-in',
    open: {
      phase: { ...signedOut, username: 'nora' },
      session: { notice: { kind: 'name-changed', username: 'nora' } },
    },
    act: (page) => page.getByText('Your user name is now nora', { exact: true }).waitFor(),
  },
];
