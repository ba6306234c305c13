// English: failed requests of the desk. Failures of the seller API are in @latchkey/seller-copy.
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';

export const failures = {
  rateLimited: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  unknown: (code: string) => `Something went wrong (${code}). Try again.`,
  byCode: {
    'no-connection': 'The service cannot be reached. Check your connection.',
    'no-answer-in-time': 'The service did not answer in time. Check whether the change was made.',
    'signed-out': 'Your session has ended. Sign in again.',
    'other-person': 'Someone else is signed in. Load the page again.',
    'cross-site': 'The service refused this address. Open the desk at its usual address.',
    'application-unknown': 'You may not work on this application any more.',
    'wrong-password': 'Wrong owner ID, name or password.',
    'bad-code': 'This code is wrong or was already used.',
    'invitation-over': 'This invitation is no longer valid.',
    'password-short': `The password needs at least ${minPersonPasswordLength} characters.`,
    'code-needed': 'Enter a code of your second factor.',
    'second-factor-on': 'The second factor is already on.',
    'second-factor-off': 'The second factor is already off.',
    'offer-expired': 'This took too long. Start again.',
    'owner-needed': 'Only an owner can create applications.',
    'application-exists': 'You have an application with this name already.',
    'page-fault': 'The page has a fault. Reload it.',
  },
};
