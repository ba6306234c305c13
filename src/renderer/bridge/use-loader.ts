// The one subscription to the main process: facts once, then every snapshot. A snapshot that is older than the one drawn
// is dropped, whichever way it came.
import { useEffect, useState } from 'react';
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { LoaderInfo, Session } from '../../shared/session.ts';
import { askBridge } from './ask-bridge.ts';

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

export function useLoader(): LoaderState {
  const bridge = window.loader;
  const [info, setInfo] = useState<LoaderInfo | null>(null);
  const [session, setSession] = useState<Session | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    if (bridge === undefined) return;
    const draw = (given: Session) => setSession((drawn) => newer(drawn, given));
    const stop = bridge.onSession(draw);
    void askBridge(bridge.describe({})).then((answer) =>
      answer.ok ? setInfo(answer.value) : setFailure(answer.failure),
    );
    void askBridge(bridge.getSession({})).then((answer) =>
      answer.ok ? draw(answer.value) : setFailure(answer.failure),
    );
    return stop;
  }, [bridge]);

  if (bridge === undefined) return { kind: 'missing' };
  if (info !== null && session !== null) return { kind: 'here', bridge, info, session };
  return failure === null ? { kind: 'loading' } : { kind: 'failed', failure };
}
