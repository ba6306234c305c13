// English texts about connection problems between this computer and the service. The texts must not
// mention the user's account.
import { catalogue } from '../sentences.ts';

export const connection = catalogue({
  offline: {
    title: "You're offline",
    text: 'Check your cable or Wi-Fi, then try again.',
    brief: "You're offline. Check your cable or Wi-Fi, then try again.",
  },
  dns: {
    title: "The service wasn't found",
    text: 'Check your internet connection, then try again.',
    brief: "The service wasn't found. Check your internet connection, then try again.",
  },
  'refused-connection': {
    title: "The service isn't answering",
    text: 'It may be restarting. Try again in a moment.',
    brief: "The service isn't answering. It may be restarting. Try again in a moment.",
  },
  timeout: {
    title: 'The service took too long to answer',
    text: 'Your connection may be slow. Try again in a moment.',
    brief: 'The service took too long to answer. Try again in a moment.',
  },
  tls: {
    title: 'No secure connection',
    text: "Your network, a security program or this computer's clock may prevent it. Check them, then try again.",
  },
  'proxy-auth': {
    title: "Your network's proxy doesn't let you through",
    text: 'Check its settings, or ask your network administrator.',
    brief: "Your network's proxy doesn't let you through. Ask your network administrator.",
  },
  'captive-portal': {
    title: 'Your network requires you to sign in',
    text: 'Open any web page in your browser and sign in there. Then try again.',
    brief: 'Your network requires you to sign in. Open any web page, then try again.',
  },
  'server-down': {
    title: 'The service has a problem',
    text: "It can't answer right now. Try again in a moment.",
    brief: 'The service has a problem. Try again in a moment.',
  },
  overloaded: {
    title: 'The service is busy',
    text: 'Try again in a moment.',
    brief: 'The service is busy. Try again in a moment.',
  },
  interrupted: {
    title: 'The connection was interrupted',
    text: 'No complete answer came back. Try again, or use another network.',
  },
  'bad-reply': {
    title: "The answer couldn't be read",
    text: 'The service or your network has a problem. Try again, or use another network.',
  },
  'bad-signature': {
    title: "The answer couldn't be verified",
    text: 'It may not come from the service. Use another network, or update this loader.',
  },
});

/** {length}: such as "4 minutes". */
export const clock = catalogue({
  title: "This computer's clock is wrong",
  fast: "This computer's clock is {length} fast.",
  slow: "This computer's clock is {length} slow.",
  advice: 'Turn on automatic date and time, then try again.',
  briefAdvice: 'Turn on automatic time, then try again.',
});
