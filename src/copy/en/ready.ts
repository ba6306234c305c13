// Sentences of the home screen: the program, the subscriptions and the notices above a screen.
import { catalogue } from '../sentences.ts';

export const ready = catalogue({
  ready: 'Ready to launch',
  starting: 'Launching',
  running: 'Running',
  launch: 'Launch',
  launching: 'Launching…',
  /** {time}: "0:03". */
  byItself: 'Launches automatically in {time}.',
  byItselfSaid: 'Launches automatically in a few seconds. Press Escape to cancel.',
  runningTitle: '{name} is running',
  runningText: 'You can close this window. The program keeps running.',
  subscriptions: 'Your subscriptions',
  redeem: 'Redeem a key',
  announcement: 'Announcement',
  atNextSignIn: 'You redeemed a key. Sign in again to see the new date.',
});

/** One subscription: its chip, and the line below it. {when}: "in 3 days"; {left}: "3 days". */
export const subscription = catalogue({
  lifetime: 'Lifetime',
  active: 'Active',
  ended: 'Ended',
  endsSoon: 'Ends {when}',
  noEnd: 'never ends',
  until: 'until {date}',
  untilOrLater: 'until {date} or later',
  untilWithRest: 'until {date} · {left} left',
  endedOn: 'ended on {date}',
});

export const notice = catalogue({
  dismiss: 'Close this message',
  endsSoon: '{name} ends {when}',
  remindTomorrow: 'Remind me tomorrow',
  endsSoonAt: 'It ends on {date}.',
  /** What to do, where there is a way to renew, to redeem, or both. */
  endsSoonWays: {
    both: 'Renew or redeem a key to keep it active.',
    redeem: 'Redeem a key to keep it active.',
    renew: 'Renew to keep it active.',
  },
  closed: '{brand} was closed',
  closedUnexpectedly: '{brand} closed unexpectedly',
  closedText: 'You can launch it again. If it keeps closing, ask for help.',
  nameChanged: 'Your user name is now {name}',
  nameChangedSignIn: 'Sign in with it. Your password is the same.',
  updateSoon: 'A new version of {brand} is available',
  updateSoonNamed: 'Version {version} of {brand} is available',
  updateBy: 'Your version works until {date}.',
  updateNow: 'Your version may stop working at your next sign-in.',
  updateHow: 'Get the new one where you got this one.',
  renewed: 'Thank you, your subscription is active',
  renewedUntil: 'Thank you, active until {date}',
  renewedForGood: 'Your subscription never ends.',
  stoppedBySystem: 'Your system stopped it.',
  /** {number}: the exit code of the program. */
  closedNumber: 'Quote the number {number} when you ask.',
  /** A title, where it is said with what stands below it. */
  sentence: '{title}.',
});
