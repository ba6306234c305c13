// Making keys: the form, requests that run, a stop, and the result.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOf, useSend } from '../../../client/seller.ts';
import type { Failure } from '../../../client/failure.ts';
import { useApplication } from '../../../session/application.ts';
import { useMe } from '../../../session/me.ts';
import { countOf, daysOf, isWeak, type Choice } from './choice.ts';
import {
  isUncertain,
  makeKeys,
  newOrder,
  partsOf,
  startOf,
  type Made,
  type Part,
  type Progress,
} from './make-keys.ts';

export interface Batch {
  readonly choice: Choice;
  readonly order: string;
  readonly total: number;
}

export type Making =
  | { readonly kind: 'form'; readonly failure: Failure | null }
  | ({ readonly kind: 'running'; readonly isStopping: boolean } & Running)
  | ({ readonly kind: 'stopped' } & Running)
  | ({ readonly kind: 'done' } & Running);

export interface Running {
  readonly batch: Batch;
  readonly progress: Progress;
}

const atForm = { kind: 'form', failure: null } as const;

export function useMaking() {
  const { name } = useApplication();
  const send = useSend();
  const owner = useMe().data?.name;
  const client = useQueryClient();
  const [making, setMaking] = useState<Making>(atForm);
  const isStopped = useRef(false);
  // Leaving the page stops after the request that is under way.
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const run = async (batch: Batch, start: Progress) => {
    isStopped.current = false;
    setMaking({ kind: 'running', isStopping: false, batch, progress: start });
    const progress = await makeKeys(start, senderOf(send, batch.choice, owner), {
      isStopped: () => isStopped.current,
      onProgress: (now) =>
        setMaking({ kind: 'running', isStopping: isStopped.current, batch, progress: now }),
    });
    setMaking(after(batch, progress));
    await client.invalidateQueries({ queryKey: keyOf(name) });
  };

  return {
    making,
    make: (choice: Choice) => {
      const total = countOf(choice) ?? 0;
      const order = choice.order.trim() === '' ? newOrder(Date.now()) : choice.order.trim();
      void run({ choice, order, total }, startOf(partsOf(total, order)));
    },
    goOn: ({ batch, progress }: Running) => void run(batch, progress),
    stop: () => {
      isStopped.current = true;
      setMaking((now) => (now.kind === 'running' ? { ...now, isStopping: true } : now));
    },
    reset: () => setMaking(atForm),
  };
}

/** Back to the form if the service refused the first request, because nothing was made. */
function after(batch: Batch, progress: Progress): Making {
  const { keys, left, failure } = progress;
  if (left.length === 0) return { kind: 'done', batch, progress };
  if (keys.length === 0 && failure !== null && !isUncertain(failure))
    return { kind: 'form', failure };
  return { kind: 'stopped', batch, progress };
}

function senderOf(send: ReturnType<typeof useSend>, choice: Choice, owner: string | undefined) {
  return async ({ amount, order }: Part): Promise<Made> => {
    const request = { ...requestOf(choice, owner), amount: String(amount), order };
    const { key, keys, repeated } = await send('add', request);
    return { keys: keys ?? (key === undefined ? [] : [key]), isRepeated: repeated === true };
  };
}

function requestOf(choice: Choice, owner: string | undefined) {
  const { level, note, mask, characters, allowsWeak } = choice;
  return {
    ...{ level, owner, mask: mask.trim(), character: characters, expiry: daysOf(choice) },
    note: note === '' ? undefined : note,
    force: allowsWeak && isWeak(choice) ? '1' : undefined,
  };
}
