// Runs a form's command, and holds the time of the next allowed attempt. A limit belongs to the
// operation and the name or key that were refused: other ones need not wait, and leaving the form
// does not lift it.
import { useState } from 'react';
import type { FailedOperation } from '../../copy/failure-text-types.ts';
import { type Failure, isEnvironment, type Result, retryAtOf } from '../../shared/failure.ts';
import { userOf } from '../../shared/phases.ts';
import { useFirstContext } from './first-context.ts';
import { type Command, useCommand } from './use-command.ts';

/** The limits of this window. The root component holds them, so that they outlast the forms. */
export function useLimits() {
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  const addLimit = (id: string, until: number) =>
    setLimits((before) => new Map([...before, [id, until]]));
  return { limits, addLimit };
}

/** Returns the time of the next attempt, or null. `server-down` delays only automatic retries. */
export function retryTimeOf(failure: Failure | null): number | null {
  return failure === null || failure.code === 'server-down' ? null : retryAtOf(failure);
}

export interface LimitedCommand<Reply> extends Command<Reply> {
  /** The time of the next allowed attempt in unix milliseconds; null allows one now. */
  readonly until: number | null;
}

/** `subject`: the inputs that the service limits. The signed-in user is always part of it. */
export function useLimitedCommand<Reply>(
  operation: FailedOperation,
  ...subject: readonly string[]
): LimitedCommand<Reply> {
  const { limits, addLimit, session } = useFirstContext();
  const { run, ...command } = useCommand<Reply>();
  const id = JSON.stringify([operation, userOf(session.phase), ...subject]);
  const failed = command.failure;
  return {
    ...command,
    until:
      failed !== null && isEnvironment(failed.code)
        ? retryTimeOf(failed)
        : (limits.get(id) ?? null),
    async run(ask: () => Promise<Result<Reply>>) {
      const answer = await run(ask);
      if (answer?.ok !== false || isEnvironment(answer.failure.code)) return answer;
      const until = retryTimeOf(answer.failure);
      if (until !== null) addLimit(id, until);
      return answer;
    },
  };
}
