// English texts of the Ready screen and of notices: the program and its subscriptions.
import { catalogue } from '../sentences.ts';

export const ready = catalogue({
  ready: 'Ready to launch',
  starting: 'Launching',
  launch: 'Launch',
  launching: 'Launching…',
  /** {time}: such as "0:03". */
  autoLaunch: 'Launches automatically in {time}.',
  autoLaunchSpoken: 'Launches automatically in a few seconds. Press Escape to cancel.',
  runningTitle: '{name} is running',
  runningText: 'You can close this window. The program keeps running.',
  subscriptions: 'Your subscriptions',
  redeem: 'Redeem a key',
  announcement: 'Announcement',
  /** {host}: the host of the seller's link. */
  readMore: 'Read more at {host}',
  /** The plan on the cover. {name}: the subscription. */
  planUntil: '{name} until {date}',
  planLifetime: '{name}, lifetime',
  /** {date}: such as "Friday 14:00". */
  offlineUntil: 'You can work offline until {date}',
  goOnline: 'Sign in to go online',
  installOnline: 'Go online to install it',
  redeemShort: 'Redeem',
  atNextSignIn: 'You redeemed a key. Sign in again to see the new date.',
});

/** A subscription's chip and line. {when}: such as "in 3 days"; {left}: such as "3 days". */
export const subscription = catalogue({
  lifetime: 'Lifetime',
  active: 'Active',
  ended: 'Ended',
  endsSoon: 'Ends {when}',
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
  /** The next step, for each way to extend the subscription. */
  endsSoonNextSteps: {
    both: 'Renew or redeem a key to keep it active.',
    redeem: 'Redeem a key to keep it active.',
    renew: 'Renew to keep it active.',
  },
  closedUnexpectedly: '{brand} closed unexpectedly',
  closedText: 'You can launch it again. If it keeps closing, contact {brand}.',
  /** {number}: the exit code of the program. */
  closedNumber:
    'You can launch it again. If it keeps closing, contact {brand} and quote the number {number}.',
  nameChanged: 'Your user name is now {name}',
  nameChangedSignIn: 'Sign in with it. Your password is the same.',
  updateSoon: 'A new {brand} loader is available',
  updateSoonNamed: '{brand} loader {version} is available',
  updateBy: 'This loader works until {date}.',
  updateNow: 'This loader may stop working at your next sign-in.',
  updateHow: 'Download it from where you got this one.',
  renewed: 'Thank you, your subscription is active',
  renewedUntil: 'Thank you, active until {date}',
  renewedLifetime: 'You now have a lifetime subscription.',
  stoppedBySystem: 'Your system stopped it.',
  /** Turns a title into a sentence, for screen readers and the clipboard. */
  sentence: '{title}.',
});
