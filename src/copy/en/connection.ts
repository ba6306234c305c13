// The words for what lies between this computer and the service. None of them speaks of the user's account.
import { catalogue } from '../sentences.ts';

export const connection = catalogue({
  offline: {
    title: 'You are offline',
    text: 'This computer has no internet connection. Check the cable or Wi-Fi, then try again.',
    brief: 'You are offline. Check the cable or Wi-Fi, then try again.',
  },
  dns: {
    title: 'The service was not found',
    text: 'The network did not know its address. Check the internet connection, then try again.',
    brief: 'The service was not found. Check the internet connection, then try again.',
  },
  'refused-connection': {
    title: 'The service is not answering',
    text: 'The network works, but the service did not accept the connection. Perhaps it is just restarting. Try again in a moment.',
    brief: 'The service is not answering. Perhaps it is just restarting. Try again in a moment.',
  },
  timeout: {
    title: 'No answer came in time',
    text: 'The connection may be slow, or the service busy. Try again in a moment.',
    brief: 'No answer came in time. Try again in a moment.',
  },
  tls: {
    title: 'No secure connection',
    text: 'The certificate of the service was not accepted, so nothing was sent. A security program, a company network or a wrong clock can cause this.',
  },
  'proxy-auth': {
    title: 'Your network asks for a password',
    text: 'A proxy stands between this computer and the service. Whoever runs the network can let it through.',
    brief: 'Your network asks for a password. Whoever runs it can let this program through.',
  },
  'captive-portal': {
    title: 'Your network wants you to sign in first',
    text: 'Open any web page in your browser and follow what it asks, as in a hotel or café. Then try again.',
    brief: 'Your network wants you to sign in first. Open any web page, then try again.',
  },
  'server-down': {
    title: 'The service has a problem',
    text: 'It can be reached, but cannot help right now. Try again in a moment.',
    brief: 'The service has a problem right now. Try again in a moment.',
  },
  overloaded: {
    title: 'The service is busy',
    text: 'It has more to do than it can manage; that is not your doing. Try again in a moment.',
    brief: 'The service is busy; that is not your doing. Try again in a moment.',
  },
  'bad-reply': {
    title: 'The answer could not be read',
    text: 'Something other than the service may have answered, such as a proxy. Try again, or try another network.',
  },
  'bad-signature': {
    title: 'The answer could not be verified',
    text: 'It does not prove that it came from the service, so it was not used. Try again, or try another network. An update of this program may also help.',
  },
});

/** {length}: "4 minutes". */
export const clock = catalogue({
  title: "This computer's clock is off",
  fast: "This computer's clock is {length} fast.",
  slow: "This computer's clock is {length} slow.",
  advice: 'Let the system set date and time by itself, then try again.',
  briefAdvice: 'Let the system set the time, then try again.',
});
