// English texts of the footer and of the brand's links.
import { catalogue } from '../sentences.ts';

export const footer = catalogue({ language: 'Language' });

export const navigation = catalogue({ back: 'Back' });

/** The result of verifying the last answer. {ago}: its age, such as "just now". */
export const trust = catalogue({
  verified: 'Service verified, {ago}',
  /** Shown if the configuration allows unsigned answers. */
  unverified: 'Service not verified',
  'not-reached': 'Service not reached',
  refused: "Service couldn't be verified",
});

/** The panel of the shield. */
export const trustPanel = catalogue({
  button: 'What was verified',
  titles: {
    verified: 'Service verified',
    unverified: 'Service not verified',
    'not-reached': 'Service not reached',
    refused: "Service couldn't be verified",
  },
  texts: {
    verified: 'The last answer came from this service, and nobody changed it.',
    unverified: "This service doesn't sign its answers, so nobody can verify them.",
    'not-reached': 'There is no answer to verify.',
    refused: "The last answer didn't have a valid signature. It was ignored.",
  },
  host: 'Service',
  when: 'Last verified',
  key: 'Signing key',
  requests: 'Show requests',
});

/** {host}: the host of the link. */
export const links = catalogue({
  contact: 'Get in touch at {host}',
  renew: 'Renew at {host}',
  subscribe: 'Subscribe at {host}',
  reset: 'Move account at {host}',
  forgot: 'Forgot password?',
  lostDevice: 'Lost your phone?',
  help: 'Help',
  helpAt: 'Help at {host}',
  /** Shown if the brand has no contact link. */
  noContact: 'Lost your phone? {brand} can turn off two-factor sign-in for you.',
  /** The tooltip of each link. */
  tooltip: 'Opens {address}',
  download: 'Get the update at {host}',
  notOpened: "Your browser didn't open. Go to {host}.",
});
