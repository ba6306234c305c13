// What the footer says about trust.
export const footerCopy = {
  verified: 'Verified connection',
  notVerified: 'Answer not verified',
  notConnected: 'Not connected',
  /** The seller's configuration allows a service that does not sign. */
  unverifiedService: 'Answers are not verified',
  version: 'Version',
} as const;
