// Making keys: the form, requests that run, a stop, and the result.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOf, useSend } from '../../../client/seller.ts';
import type { Failure } from '@latchkey/web/failure.ts';
import { useUnloadQuestion } from '../../../router/leaving.ts';
import { useApplication } from '../../../session/application.ts';
import { useMe } from '../../../session/me.ts';
import { countOf, daysOf, isWeak, type Choice } from './choice.ts';
import { savedOrderOf, type SavedOrder } from './saved-order.ts';
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
  /** An earlier page was left before it showed all keys of this order. */
  | { readonly kind: 'interrupted'; readonly batch: Batch }
  | ({ readonly kind: 'running'; readonly isStopping: boolean } & Running)
  | ({ readonly kind: 'stopped' } & Running)
  | ({ readonly kind: 'done' } & Running);

export interface Running {
  readonly batch: Batch;
  readonly progress: Progress;
}

const atForm = { kind: 'form', failure: null } as const;

export function useMaking() {
  const { name, id } = useApplication();
  const send = useSend();
  const me = useMe().data;
  const client = useQueryClient();
  const saved = savedOrderOf(me?.id ?? '', id);
  const [making, setMaking] = useState(() => startFrom(saved));
  /** Why no further request is sent. */
  const stops = useRef(new Set<'asked' | 'left'>());
  useUnloadQuestion(making.kind === 'running');
  useEffect(() => {
    const { current } = stops;
    current.clear();
    return () => void current.add('left');
  }, []);

  const run = async (batch: Batch, start: Progress) => {
    stops.current.clear();
    saved.write(batch);
    setMaking({ kind: 'running', isStopping: false, batch, progress: start });
    const progress = await makeKeys(start, senderOf(send, batch.choice, me?.name), {
      isStopped: () => stops.current.size > 0,
      onProgress: (now) =>
        setMaking({ kind: 'running', isStopping: stops.current.size > 0, batch, progress: now }),
    });
    const next = after(batch, progress);
    // Keys that no page shows are shown by the next page that continues the order.
    if (next.kind !== 'stopped' && !stops.current.has('left')) saved.forget();
    setMaking(next);
    await client.invalidateQueries({ queryKey: keyOf(name) });
  };

  return {
    making,
    make: (choice: Choice) => {
      const total = countOf(choice) ?? 0;
      const order = choice.order.trim() === '' ? newOrder(Date.now()) : choice.order.trim();
      void run({ choice, order, total }, startOf(partsOf(total, order)));
    },
    resume: (batch: Batch) => void run(batch, startOf(partsOf(batch.total, batch.order))),
    goOn: ({ batch, progress }: Running) => void run(batch, progress),
    stop: () => {
      stops.current.add('asked');
      setMaking((now) => (now.kind === 'running' ? { ...now, isStopping: true } : now));
    },
    reset: () => {
      saved.forget();
      setMaking(atForm);
    },
  };
}

function startFrom(saved: SavedOrder): Making {
  const batch = saved.read();
  return batch === null ? atForm : { kind: 'interrupted', batch };
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
    const { key, keys, repeated, refunded } = await send('add', request);
    return {
      keys: keys ?? (key === undefined ? [] : [key]),
      isRepeated: repeated === true,
      isRefunded: refunded === true,
    };
  };
}

function requestOf(choice: Choice, owner: string | undefined) {
  const { level, note, mask, characters, allowsWeak } = choice;
  return {
    level,
    owner,
    mask: mask.trim(),
    character: characters,
    expiry: daysOf(choice),
    note: note === '' ? undefined : note,
    force: allowsWeak && isWeak(choice) ? '1' : undefined,
  };
}
