// English: the sign-in of a program on the user's computer.
export const program = {
  title: 'Sign in to your program',
  text: 'Some programs have no sign-in form. They get your sign-in from this page.',
  open: 'Continue',
  off: "The seller's programs don't use this page. Sign in to the program itself. If it has no sign-in form, ask the seller.",
  connectTitle: 'Connect the program',
  steps: [
    'Start the program yourself first. Another program on this computer could take your sign-in.',
    'Press Connect.',
    'The browser may ask about your local network or apps on this device. Allow it.',
  ],
  safari: "We haven't tried Safari. If it can't connect, use another browser.",
  connect: 'Connect',
  connecting: 'Connecting…',
  connected: 'The program is connected',
  connectedAs: (user: string) => `It is signed in as ${user}.`,
  buttons: 'Actions in the program',
  buttonsText: 'The program does one at a time.',
  pressed: 'Pressed. The program reacts if it is waiting for this button.',
  again: 'Connect again',
  back: 'Back to your account',
};
