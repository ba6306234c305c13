// The words of Ready: the program, the subscriptions, what ends soon, and the lines above a screen.
import { catalogue } from '../sentences.ts';

export const ready = catalogue({
  ready: 'Ready to launch',
  starting: 'Launching',
  running: 'Running',
  launch: 'Launch',
  launching: 'Launching…',
  /** {time}: "0:03". */
  byItself: 'Launches by itself in {time}.',
  byItselfSaid: 'Launches by itself in a few seconds. Escape cancels.',
  runningTitle: '{name} is running',
  runningText: 'You can close this window; it keeps running.',
  subscriptions: 'Your subscriptions',
  redeem: 'Redeem a key',
  announcement: 'Announcement',
  atNextSignIn: 'You redeemed a key. The service tells the new date when you sign in again.',
});

/** One subscription: its chip, and the line below it. {when}: "in 3 days"; {left}: "3 days". */
export const subscription = catalogue({
  lifetime: 'Lifetime',
  active: 'Active',
  ended: 'Ended',
  endsSoon: 'Ends {when}',
  noEnd: 'does not end',
  until: 'until {date}',
  untilOrLater: 'until {date} or later',
  untilWithRest: 'until {date} · {left} left',
  endedOn: 'ended on {date}',
});

export const notice = catalogue({
  dismiss: 'Close this message',
  endsSoon: '{name} ends {when}',
  remindTomorrow: 'Remind me tomorrow',
  endsSoonAt: 'On {date}.',
  /** What to do, where there is a way to renew, to redeem, or both. */
  endsSoonWays: {
    both: 'Redeem a key or renew to go on without a break.',
    redeem: 'Redeem a key to go on without a break.',
    renew: 'Renew to go on without a break.',
  },
  closed: '{brand} was closed',
  closedUnexpectedly: '{brand} closed unexpectedly',
  closedText: 'You can launch it again. If it happens once more, ask for help.',
  nameChanged: 'Your user name is now {name}',
  nameChangedSignIn: 'Sign in with it and the password you had.',
  updateSoon: 'A new version of {brand} is out',
  updateSoonNamed: 'Version {version} of {brand} is out',
  updateBy: 'The one you have works until {date}.',
  updateNow: 'The one you have may be refused at the next sign-in.',
  updateHow: 'Get it where you got this one.',
  renewed: 'Thank you, your subscription is active',
  renewedUntil: 'Thank you, active until {date}',
  renewedForGood: 'It does not end.',
  stoppedBySystem: 'The system stopped it.',
  /** {number}: what the program left as its reason. */
  closedNumber: 'It gave the number {number} as its reason: name it when you ask.',
  /** A title, where it is said with what stands below it. */
  sentence: '{title}.',
});
