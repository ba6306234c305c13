// English: failed requests of the page.
export const failures = {
  rateLimited: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  banned: (reason: string) =>
    reason === '' ? 'This account is banned.' : `This account is banned: ${reason}`,
  programRefused: (reason: string) =>
    reason === ''
      ? 'The program refused the sign-in. Start it again, then connect.'
      : `The program answered “${reason}”. Start it again, then connect.`,
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
    'mail-unavailable': 'This service sends no mail. Ask the seller.',
    'computer-unknown': 'This computer was already removed.',
    'no-resets-left': 'You cannot remove more computers now.',
    'username-taken': 'This user name is taken. Choose another one.',
    'username-too-short': 'This user name is too short.',
    'username-reserved': 'This user name is not allowed. Choose another one.',
    'email-taken': 'Another account has this e-mail.',
    'two-factor-on': 'Two-factor sign-in is already on. Load the page again.',
    'two-factor-off': 'Two-factor sign-in is already off. Load the page again.',
    'two-factor-expired': 'This QR code has expired. Show a new one.',
    'two-factor-bad-code': 'This code is wrong or was already used.',
    'two-factor-code-missing': 'Enter a code of your authenticator app.',
    'recovery-expired': 'These recovery codes have expired. Make new ones.',
    'not-loaded': 'Part of the page did not load. Load the page again.',
    'session-unknown': 'This session has already ended.',
    'app-paused': 'The seller has paused the service. Try again later.',
    'app-disabled': 'The seller has turned the service off.',
    blacklisted: 'The seller has blocked this address.',
    overloaded: 'The service is busy. Try again soon.',
    'bad-request': 'Check what you entered.',
    'cross-site': 'The service refused this address. Open the page at its usual address.',
    'program-silent':
      'No program answered. Start it, and allow this page to reach it. Then try again.',
    'program-forbidden':
      "The browser doesn't let this page reach programs. Allow it in the site settings.",
    'name-unreadable':
      'The program cannot read your user name from this page. Sign in to the program itself. If it has no sign-in form, ask the seller for another user name.',
    'name-is-key':
      'Your user name is a license key, which stays secret. Enter it in the program itself. If it has no form for it, ask the seller for a user name.',
    'https-needed': 'The page needs an address that begins with https.',
  },
};
