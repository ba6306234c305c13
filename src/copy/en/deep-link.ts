// English texts about deep links.
import { catalogue } from '../sentences.ts';

export const deepLink = catalogue({
  /** Shown beside a filled-in key. */
  filled: 'Filled in from your link. Nothing has been sent.',
  /** Shown on the redeem form, for a link that should create an account. */
  notNew:
    'This redeems the key on your account. For a new account, sign out and open the link again.',
  /** Shown if the form cannot open without discarding input. */
  offer: {
    title: 'Your link has a key',
    text: 'The key is {key}. Using it replaces what you typed.',
    use: 'Use this key',
  },
  waits: {
    title: 'Your link has a key',
    text: 'You can redeem it later. Nothing has been sent.',
  },
  redeemOff: {
    title: "This link can't be used here",
    text: "{brand} doesn't let you redeem keys here.",
  },
  registerOff: {
    title: "This link can't be used here",
    text: "{brand} doesn't let you create accounts here.",
  },
  signOutFirst: {
    title: 'This link is for a new account',
    text: 'Sign out first, then open the link again.',
  },
  unreadable: {
    title: "This link can't be used",
    text: 'It has no key in it. Copy your key and paste it here.',
  },
});
