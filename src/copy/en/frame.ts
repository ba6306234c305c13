// The frame of every screen: the footer and the brand's links.
import { catalogue } from '../sentences.ts';

export const footer = catalogue({ version: 'Version {version}', language: 'Language' });

/** What the last exchange with the service proved. {ago}: "just now", or how long ago. */
export const trust = catalogue({
  verified: 'Answers verified, {ago}',
  /** The configuration allows a service that does not sign. */
  unverified: 'Answers are not verified',
  'not-reached': 'Service not reached',
  refused: 'Answer not verified',
});

/** {host} is where a link leads. */
export const links = catalogue({
  contact: 'Get in touch at {host}',
  renew: 'Renew at {host}',
  subscribe: 'Subscribe at {host}',
  reset: 'Move it at {host}',
  forgot: 'Forgot password?',
  lostDevice: 'Lost your device?',
  help: 'Help',
  helpAt: 'Help at {host}',
  /** Where no link leads to the brand, which can turn the second factor off. */
  noContact: 'Lost your device? {brand} can turn off two-factor sign-in for you.',
  /** Shown before a link is opened whose label does not say it. */
  leads: 'Opens {host}',
  download: 'Get the update at {host}',
  notOpened: "Your browser didn't open. Go to {host}.",
});
