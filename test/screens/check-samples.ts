// Connection checks as the snapshot has them: in progress, and finished with and without a cause.
import {
  checkGroups,
  type CheckCause,
  type CheckGroup,
  type CheckId,
  type CheckLine,
  type ConnectionCheck,
} from '../../src/shared/connection-check.ts';
import { nowMs } from './samples.ts';

const ids: readonly CheckId[] = Object.values(checkGroups).flat();

const evidence: Readonly<Partial<Record<CheckId, string>>> = {
  link: 'online',
  proxy: 'DIRECT',
  name: 'A 1, AAAA 1',
  route: 'IPv4 open, IPv6 none',
  tls: 'OK, R11, known root',
  signature: 'e950735cfbd1d97e',
  clock: '0 s',
  space: '48211 MiB',
};

function groupOf(id: CheckId): CheckGroup {
  const groups = Object.entries(checkGroups) as [CheckGroup, readonly CheckId[]][]; // its own entries
  return groups.find(([, ids]) => ids.includes(id))?.[0] ?? 'network';
}

/** Each check is fine, but those in `changed`. */
export function checkOf(
  changed: Readonly<Partial<Record<CheckId, Partial<CheckLine>>>>,
  cause: CheckCause | null = null,
  isFinished = true,
): ConnectionCheck {
  const lines = ids.map((id, at): CheckLine => {
    const fine = {
      id,
      group: groupOf(id),
      state: 'ok',
      ms: at < 5 ? 4 + at * 7 : null,
      evidence: evidence[id] ?? null,
    } as const;
    return { ...fine, ...changed[id] };
  });
  return { startedAt: nowMs, lines, isFinished, cause };
}

const waiting = { state: 'waiting', ms: null, evidence: null } as const;
const skipped = { state: 'skipped' } as const;
/** What needs an answer of the service. */
const answered: readonly CheckId[] = [...checkGroups.service, 'clock'];
const afterTls = Object.fromEntries(answered.map((id) => [id, skipped])) as Partial<
  Record<CheckId, Partial<CheckLine>>
>; // the listed ids

export const fineCheck = checkOf({});
export const runningCheck = checkOf(
  { tls: waiting, ...Object.fromEntries(answered.map((id) => [id, waiting])) },
  null,
  false,
);
export const readTraffic = checkOf(
  {
    ...afterTls,
    tls: { state: 'problem', evidence: 'OK, ESET SSL Filter CA, local root' },
  },
  { code: 'tls-foreign', issuer: 'ESET SSL Filter CA' },
);
export const slowClock = checkOf(
  { clock: { state: 'problem', evidence: '-259200 s' } },
  { code: 'clock-skew', clockOffsetMs: -259_200_000 },
);
export const portal = checkOf(
  { ...afterTls, portal: { state: 'problem', evidence: 'foreign' }, route: skipped, tls: skipped },
  { code: 'captive-portal' },
);
