// The words for what lies between this computer and the service. None of them speaks of the user's account.
import type { Failure } from '../../shared/failure.ts';
import { clockIsOff } from './failure-facts.ts';
import type { Situation, Words } from './words.ts';

/** The request may have arrived although its answer did not. */
const perhapsRedeemed =
  'The key may have been redeemed all the same. If you send it again, we will tell you.';

function afterSending({ moment }: Situation, advice: string): string {
  return moment === 'redeem' ? perhapsRedeemed : advice;
}

export const connectionWords = {
  offline: (): Words => ({
    title: 'You are offline',
    text: 'This computer has no internet connection. Check the cable or Wi-Fi, then try again.',
    brief: 'You are offline. Check the cable or Wi-Fi, then try again.',
  }),
  dns: (): Words => ({
    title: 'The service was not found',
    text: 'The network did not know its address. Check the internet connection, then try again.',
    brief: 'The service was not found. Check the internet connection, then try again.',
  }),
  'refused-connection': (): Words => ({
    title: 'The service is not answering',
    text: 'The network works, but the service refused the connection. Perhaps it is just restarting. Try again in a moment.',
    brief: 'The service is not answering. Perhaps it is just restarting. Try again in a moment.',
  }),
  timeout: (_: Failure<'timeout'>, situation: Situation): Words => ({
    title: 'No answer came in time',
    text: `The connection may be slow, or the service busy. ${afterSending(situation, 'Try again in a moment.')}`,
    brief:
      situation.moment === 'redeem'
        ? 'No answer came in time. Perhaps the key was redeemed: send it again, and we will tell you.'
        : 'No answer came in time. Try again in a moment.',
  }),
  tls: (): Words => ({
    title: 'No secure connection',
    text: 'The certificate of the service was not accepted, so nothing was sent. A security program, a company network or a wrong clock can cause this.',
  }),
  'proxy-auth': (): Words => ({
    title: 'Your network asks for a password',
    text: 'A proxy stands between this computer and the service. Whoever runs the network can let it through.',
    brief: 'Your network asks for a password. Whoever runs it can let this program through.',
  }),
  'captive-portal': (): Words => ({
    title: 'Your network wants you to sign in first',
    text: 'Open any web page in your browser and follow what it asks, as in a hotel or café. Then try again.',
    brief: 'Your network wants you to sign in first. Open any web page, then try again.',
  }),
  'server-down': (): Words => ({
    title: 'The service has a problem',
    text: 'It can be reached, but cannot help right now. Try again in a moment.',
    brief: 'The service has a problem right now. Try again in a moment.',
  }),
  overloaded: (): Words => ({
    title: 'The service is busy',
    text: 'It has more to do than it can at the moment, and that is nothing you did. Try again in a moment.',
    brief: 'The service is busy; that is nothing you did. Try again in a moment.',
  }),
  'bad-reply': (_: Failure<'bad-reply'>, situation: Situation): Words => ({
    title: 'The answer could not be read',
    text: `Something other than the service may have answered, such as a proxy. ${afterSending(situation, 'Try again, or try another network.')}`,
  }),
  'bad-signature': (_: Failure<'bad-signature'>, situation: Situation): Words => ({
    title: 'The answer could not be verified',
    text: `It does not prove that it came from the service, so it was not used. ${afterSending(situation, 'Try again, or try another network. An update of this program may also help.')}`,
  }),
  'clock-skew': ({ clockOffsetMs }: Failure<'clock-skew'>): Words => ({
    title: "This computer's clock is off",
    text: `${clockIsOff(clockOffsetMs)} Let the system set date and time by itself, then try again.`,
    brief: `${clockIsOff(clockOffsetMs)} Let the system set the time, then try again.`,
  }),
};
