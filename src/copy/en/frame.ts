// English texts of the footer and of the brand's links.
import { catalogue } from '../sentences.ts';

export const footer = catalogue({ loader: 'Loader {version}', language: 'Language' });

/** The result of verifying the last answer. {ago}: its age, such as "just now". */
export const trust = catalogue({
  verified: 'Service verified, {ago}',
  /** Shown if the configuration allows unsigned answers. */
  unverified: 'Service not verified',
  'not-reached': 'Service not reached',
  refused: "Service couldn't be verified",
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
  /** The tooltip of links without the host in their label. */
  leads: 'Opens {host}',
  download: 'Get the update at {host}',
  notOpened: "Your browser didn't open. Go to {host}.",
});
