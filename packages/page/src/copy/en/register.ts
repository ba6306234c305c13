// English: a new account with an unused key.
export const register = {
  link: 'Create an account',
  title: 'Create your account',
  lead: 'You need a license key that nobody has used.',
  name: 'User name',
  email: 'E-mail (optional)',
  emailHint: 'For a new password, if you forget yours.',
  submit: 'Create account',
  busy: 'Creating…',
};
