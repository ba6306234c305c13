// The words for what a link from outside brought.
import { catalogue } from '../sentences.ts';

export const wish = catalogue({
  /** Beside a key that was filled in. */
  filled: 'Filled in from the link that you opened. Nothing has been sent.',
  /** In the form for redeeming, of a link for a new account. */
  notNew:
    'The link was for a new account. Here the key counts for this one. For a new one, sign out first, then open the link again.',
  /** Something was typed, and stays. */
  offer: {
    title: 'A link brought a key',
    text: 'What you are doing here is left as it is. The key from the link: {key}',
    use: 'Use this key',
  },
  waits: {
    title: 'A link brought a key',
    text: 'It is kept, and filled in as soon as there is a place for it. Nothing is sent by itself.',
  },
  redeemOff: {
    title: 'This link cannot be used here',
    text: 'It is for redeeming a key, which {brand} does not offer in this program.',
  },
  registerOff: {
    title: 'This link cannot be used here',
    text: 'It is for creating an account, which {brand} does not offer in this program.',
  },
  signOutFirst: {
    title: 'This link is for a new account',
    text: 'To create one, sign out first, then open the link again.',
  },
  unreadable: {
    title: 'This link cannot be used',
    text: 'No key could be read from it. Copy the key and paste it here instead.',
  },
});
