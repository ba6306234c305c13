// English: the sign-in of a program on the user's computer.
export const program = {
  title: 'Open in your program',
  text: 'Some programs have no sign-in form. They get your sign-in from this page.',
  open: 'Continue',
  off: "The seller's programs don't use this page. Sign in to the program itself.",
  connectTitle: 'Connect the program',
  steps: [
    'Start the program on this computer yourself. Any other program that waits could answer.',
    'The browser may ask about your local network or apps on this device. Allow it.',
    'Press Connect. The program then signs in with your account.',
  ],
  safari: "We haven't tried Safari. If it can't connect, use another browser.",
  connect: 'Connect',
  connecting: 'Connecting…',
  connected: 'The program is connected',
  connectedAs: (user: string) => `It is signed in as ${user}.`,
  buttons: 'Actions in the program',
  buttonsText: 'The program does one at a time.',
  pressed: 'Sent to the program',
  again: 'Connect again',
  back: 'Back to your account',
};
