// What the footer says about trust: what the last exchange with the service proved.
import type { Trust } from '../../shared/session.ts';

export const footerCopy = { version: 'Version' } as const;

export const trustCopy: Readonly<Record<Trust['kind'], string>> = {
  /** {ago}: "just now", or how long ago. */
  verified: 'Answers verified, {ago}',
  /** The configuration allows a service that does not sign. */
  unverified: 'Answers are not verified',
  'not-reached': 'Service not reached',
  refused: 'Answer not verified',
};
