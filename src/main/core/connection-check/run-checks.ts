// Runs all checks within ten seconds, and reports the results as they arrive.
import { type Clock } from '@latchkey/client/ports.ts';
import { type Turn, within } from '@latchkey/client/turn.ts';
import {
  type CheckCause,
  type CheckGroup,
  checkGroups,
  type CheckId,
  type CheckLine,
  type ConnectionCheck,
} from '../../../shared/connection-check.ts';
import { type Check, checks, type Finding } from './checks.ts';
import { type FactsParts, startProbes } from './facts.ts';

export const checkLimitMs = 10_000;

/** The result of a check that has finished. */
export type Result = Finding & { readonly ms: number | null };

export interface RunParts extends FactsParts {
  readonly clock: Clock;
  readonly publish: (check: ConnectionCheck) => void;
}

/** A check that fails, or has not finished at the end of the turn, is unknown. */
export async function runChecks(whole: Turn, parts: RunParts): Promise<ConnectionCheck> {
  const { clock, target, publish } = parts;
  const startedAt = clock.now();
  const results = new Map<CheckId, Result>();
  const show = (isFinished: boolean): ConnectionCheck => {
    const check = { startedAt, isFinished, ...judge(results, isFinished) };
    publish(check);
    return check;
  };
  show(false);
  const facts = startProbes(parts, whole);
  const runOne = async (check: Check): Promise<void> => {
    const finding = await within(whole, check.run(facts, target)).catch(() => 'timeout' as const);
    const isLate = finding === 'timeout' || finding === 'cancelled';
    results.set(check.id, {
      ...(isLate ? unknownFinding : finding),
      ms: facts.tookMs(check.id),
    });
    if (results.size < checks.length) show(false);
  };
  await Promise.all(checks.map(runOne));
  return show(true);
}

/** The end of a check that a defect broke off. */
export function brokenCheck(startedAt: number): ConnectionCheck {
  const unknown = { state: 'unknown', ms: null, evidence: null } as const;
  const lines = checks.map(({ id }): CheckLine => ({ id, group: groupOf(id), ...unknown }));
  return { startedAt, isFinished: true, lines, cause: { code: 'internal' } };
}

const unknownFinding: Finding = { state: 'unknown', evidence: null };

/** Hides what follows from a problem. The first cause in the order of the checks is the headline. */
function judge(
  results: ReadonlyMap<CheckId, Result>,
  isFinished: boolean,
): Pick<ConnectionCheck, 'lines' | 'cause'> {
  const hidden = new Set<CheckId>();
  let cause: CheckCause | null = null;
  const lines = checks.map(({ id, dependsOn }): CheckLine => {
    const result = results.get(id);
    const follows = dependsOn.some(
      (other) => hidden.has(other) || results.get(other)?.state === 'problem',
    );
    if (follows) hidden.add(id);
    const group = groupOf(id);
    if (result === undefined) return { id, group, state: 'waiting', ms: null, evidence: null };
    const { ms, evidence, state } = result;
    if (follows) return { id, group, state: 'skipped', ms, evidence };
    if (result.state === 'problem') cause ??= result.cause;
    return { id, group, state, ms, evidence };
  });
  return { lines, cause: isFinished ? cause : null };
}

function groupOf(id: CheckId): CheckGroup {
  const { network, service }: Readonly<Record<CheckGroup, readonly CheckId[]>> = checkGroups;
  if (network.includes(id)) return 'network';
  return service.includes(id) ? 'service' : 'computer';
}
