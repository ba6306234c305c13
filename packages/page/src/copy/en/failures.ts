// English: failed requests of the page.
export const failures = {
  rateLimited: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  banned: (reason: string) =>
    reason === '' ? 'This account is banned.' : `This account is banned: ${reason}`,
  unknown: (code: string) => `Something went wrong (${code}). Try again.`,
  byCode: {
    'no-connection': 'The service cannot be reached. Check your connection.',
    'no-answer-in-time': 'The service did not answer in time. It is safe to try again.',
    'bad-credentials': 'Wrong name, e-mail or password.',
    'code-needed': 'Enter a code of your authenticator app.',
    'bad-code': 'This code is wrong or was already used.',
    'key-unknown': 'This key is not valid. Check its letters and digits.',
    'key-used': 'This key was already redeemed.',
    'key-banned': 'This key is blocked. Ask the seller.',
    'no-plan-for-level': 'This key has no subscription yet. Ask the seller.',
    'user-unknown':
      'This key is not an account. Sign in by name and redeem it, or enter it in the program.',
    'forgot-user-unknown': 'Name and e-mail do not match an account.',
    'email-wrong': 'Name and e-mail do not match an account.',
    'email-missing': 'This account has no e-mail. Ask the seller.',
    'mail-unavailable': 'This service sends no mail. Ask the seller.',
    'computer-unknown': 'This computer was already removed.',
    'no-resets-left': 'You cannot remove more computers now.',
    'session-unknown': 'This session has already ended.',
    'app-paused': 'The seller has paused the service. Try again later.',
    'app-disabled': 'The seller has turned the service off.',
    blacklisted: 'The seller has blocked this address.',
    overloaded: 'The service is busy. Try again soon.',
    'bad-request': 'Check what you entered.',
    'cross-site': 'The service refused this address. Open the page at its usual address.',
    'https-needed': 'The page needs an address that begins with https.',
  },
};
