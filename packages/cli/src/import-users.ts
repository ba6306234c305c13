// Creates the users of an import with their remaining time, devices, pauses and bans.
// SECURITY: generated passwords are written only to one private file.
import { isTrue, numberOf, listIn, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { daysText, type Importer, type ImportNote } from './import-sections.ts';

interface RemainingTime {
  readonly name: string;
  readonly seconds: number;
  readonly isPaused: boolean;
}

export interface PasswordSink {
  readonly save: (user: string, password: string) => void;
}

/** Duration of a temporary subscription. It is short, in case the removal fails. */
const temporarySeconds = 60;

/** `anySubscription` returns a name for `adduser`, which requires a subscription for every user. */
export function userImporter(
  call: CliCall,
  now: number,
  anySubscription: () => Promise<string | null>,
  passwords: PasswordSink | null,
  hasLedger: boolean,
): Importer {
  return {
    async make(row) {
      const given = textOf(row, 'passwordHash');
      const isTooExpensive = expensiveBcrypt.test(given);
      const hash = isTooExpensive ? '' : given;
      const remainingTimes = remainingTimesOf(row, now);
      const first = remainingTimes[0]?.name ?? (await anySubscription());
      if (first === null)
        return 'There is no subscription, but a new user needs one. Add one first.';
      const user = textOf(row, 'username');
      const answer = await call.ask('adduser', {
        user,
        sub: first,
        expiry: daysText(remainingTimes[0]?.seconds ?? temporarySeconds),
        passwordhash: hash === '' ? undefined : hash,
        email: textOf(row, 'email') || undefined,
        alike: '1',
      });
      const generated = textOf(answer, 'password');
      if (generated !== '') passwords?.save(user, generated);
      if (hasLedger) await setLedger(call, user, row, now, first);
      else {
        if (remainingTimes.length === 0) await call.ask('delsub', { user, sub: first });
        await addRemaining(call, user, remainingTimes);
      }
      await restoreDevicesAndBans(call, user, row, now);
      return importNote(row, isTooExpensive, textOf(answer, 'warning'));
    },
  };
}

/** Imports all subscriptions, even expired ones. `adduser` has already created `first`. */
async function setLedger(
  { ask }: CliCall,
  user: string,
  row: Row,
  now: number,
  first: string,
): Promise<void> {
  const subs = listIn(row, 'subscriptions', 'subscription');
  if (!subs.some((sub) => textOf(sub, 'subscription') === first))
    await ask('setgrants', { user, sub: first, grants: '[]' });
  for (const sub of subs) {
    const timeleft = numberOf(sub, 'timeleft');
    const isPaused = isTrue(sub, 'paused');
    const hasNoExpiry = isPaused || timeleft === null || timeleft <= 0;
    const expiry = numberOf(sub, 'expiry') ?? (hasNoExpiry ? null : now + timeleft);
    await ask('setgrants', {
      user,
      sub: textOf(sub, 'subscription'),
      grants: Array.isArray(sub['grants']) ? JSON.stringify(sub['grants']) : undefined,
      since: textOf(sub, 'since') || undefined,
      expiry: expiry === null ? undefined : String(Math.floor(expiry)),
      timeleft: timeleft === null ? undefined : String(Math.max(0, Math.floor(timeleft))),
      paused: isPaused ? '1' : '0',
    });
  }
}

/** Returns paused subscriptions first, because `pauseuser` pauses all current subscriptions. */
function remainingTimesOf(row: Row, now: number): readonly RemainingTime[] {
  const rows = listIn(row, 'subscriptions', 'subscription');
  const remainingTimes = rows.map((sub) => {
    const isPaused = isTrue(sub, 'paused');
    const expiry = numberOf(sub, 'expiry');
    const left = isPaused || expiry === null ? numberOf(sub, 'timeleft') : expiry - now;
    return { name: textOf(sub, 'subscription'), seconds: Math.floor(left ?? 0), isPaused };
  });
  const unexpired = remainingTimes.filter(({ seconds }) => seconds > 0);
  return [
    ...unexpired.filter(({ isPaused }) => isPaused),
    ...unexpired.filter(({ isPaused }) => !isPaused),
  ];
}

async function addRemaining(
  { ask }: CliCall,
  user: string,
  remainingTimes: readonly RemainingTime[],
): Promise<void> {
  let mustPause = remainingTimes[0]?.isPaused === true;
  for (const { name, seconds, isPaused } of remainingTimes.slice(1)) {
    if (mustPause && !isPaused) {
      await ask('pauseuser', { username: user });
      mustPause = false;
    }
    await ask('extend', { user, sub: name, expiry: daysText(seconds) });
  }
  if (mustPause) await ask('pauseuser', { username: user });
}

async function restoreDevicesAndBans(
  { ask }: CliCall,
  user: string,
  row: Row,
  now: number,
): Promise<void> {
  const listed = row['hwids'];
  const devices = Array.isArray(listed) ? listed : [row['hwid']];
  for (const hwid of devices)
    if (typeof hwid === 'string' && hwid !== '') await ask('addhwiduser', { user, hwid });
  const cooldown = Math.floor((numberOf(row, 'cooldown') ?? 0) - now);
  if (cooldown > 0) await ask('setcooldown', { user, cooldown: String(cooldown) });
  const reason = row['banned'];
  if (reason !== null && reason !== undefined)
    await ask('banuser', { user, reason: textOf(row, 'banned') });
}

/** Hashes with a bcrypt cost above 12, which the service refuses because they are too slow. */
const expensiveBcrypt = /^\$2[aby]\$(?:1[3-9]|[2-9][0-9])\$/;

const lostFactorNote = 'without two-factor sign-in, whose secret is not in an export';
const lostPasswordNote =
  'without the password, whose bcrypt cost is above 12 (set a new one by e-mail or "latchkey users password")';

function importNote(row: Row, isTooExpensive: boolean, warning: string): ImportNote | null {
  const losses = [
    ...(isTooExpensive ? [lostPasswordNote] : []),
    ...(isTrue(row, 'twofactor') ? [lostFactorNote] : []),
  ];
  const notes = losses.length === 0 ? '' : `Created, but ${losses.join(' and ')}. Tell the user.`;
  const lookAlike = warning === '' ? '' : `${notes === '' ? 'Created. ' : ''}${warning}`;
  return [notes, lookAlike].filter((text) => text !== '').join(' ') || null;
}
