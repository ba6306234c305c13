// React state from the main process: loader info once, then each newer session snapshot.
import { useEffect, useLayoutEffect, useState } from 'react';
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';
import type { Session } from '../../shared/session.ts';
import type { FirstAnswers } from './first-answers.ts';

export type LoaderState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'here';
      readonly bridge: LoaderBridge;
      readonly info: LoaderInfo;
      readonly session: Session;
    };

function newer(drawn: Session | null, given: Session): Session {
  return drawn !== null && drawn.revision >= given.revision ? drawn : given;
}

export function useLoader(first: FirstAnswers | null): LoaderState {
  const [info, setInfo] = useState<LoaderInfo | null>(null);
  const [session, setSession] = useState<Session | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  // Before the first paint, so that nothing is painted without content.
  useLayoutEffect(() => {
    if (first === null) return;
    const draw = (given: Session): void => setSession((drawn) => newer(drawn, given));
    const stop = first.follow(draw);
    void first.info.then((answer) =>
      answer.ok ? setInfo(answer.value) : setFailure(answer.failure),
    );
    void first.session.then((answer) =>
      answer.ok ? draw(answer.value) : setFailure(answer.failure),
    );
    return stop;
  }, [first]);

  useWaking(first);
  if (first === null) return { kind: 'missing' };
  if (info !== null && session !== null)
    return { kind: 'here', bridge: first.bridge, info, session };
  return failure === null ? { kind: 'loading' } : { kind: 'failed', failure };
}

/** Reports events that only the page sees: the window is visible again, or the network is back. */
function useWaking(first: FirstAnswers | null): void {
  useEffect(() => {
    if (first === null) return;
    const { bridge } = first;
    const heard = new AbortController();
    const { signal } = heard;
    const shown = () => {
      if (document.visibilityState === 'visible') void bridge.wake({ because: 'shown' });
    };
    window.addEventListener('online', () => void bridge.wake({ because: 'online' }), { signal });
    window.addEventListener('focus', shown, { signal });
    document.addEventListener('visibilitychange', shown, { signal });
    return () => heard.abort();
  }, [first]);
}
