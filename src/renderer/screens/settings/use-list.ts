// Reads a list from the service when its settings page opens, and again after the app has ended.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Result } from '../../../shared/failure.ts';
import { allows } from '../../../shared/phases.ts';
import { type SessionCommand } from '../../../shared/session-commands.ts';
import { useLoaderContext } from '../../bridge/loader-context.ts';
import { type Command, useCommand } from '../../bridge/use-command.ts';

export interface ServiceListState<Entry> {
  /** Null before the first answer. */
  readonly list: readonly Entry[] | null;
  readonly setList: (list: readonly Entry[]) => void;
  readonly command: Command<readonly Entry[]>;
  /** False while the protected app starts or runs. */
  readonly canRead: boolean;
  readonly readNow: () => Promise<void>;
}

/** `name`: the command that `ask` sends. */
export function useList<Entry>(
  name: SessionCommand,
  ask: () => Promise<Result<readonly Entry[]>>,
): ServiceListState<Entry> {
  const { session } = useLoaderContext();
  const command = useCommand<readonly Entry[]>();
  const [list, setList] = useState<readonly Entry[] | null>(null);
  const canRead = allows(session.phase, name);
  const readNow = async () => {
    const answer = await command.run(ask);
    if (answer?.ok === true) setList(answer.value);
  };
  const readWhenPossible = useEffectEvent(() => void readNow());
  useEffect(() => {
    // Read in a microtask, so that the current render finishes first.
    if (canRead) queueMicrotask(readWhenPossible);
  }, [canRead]);
  return { list, setList, command, canRead, readNow };
}
