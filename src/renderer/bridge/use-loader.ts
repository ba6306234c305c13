// Holds the loader info and the newest session snapshot in React state.
import { useEffect, useLayoutEffect, useState } from 'react';
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Failure } from '../../shared/failure.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';
import type { Session } from '../../shared/session.ts';
import type { StartupRequests } from './startup-requests.ts';

export type LoaderState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | {
      readonly kind: 'loaded';
      readonly bridge: LoaderBridge;
      readonly info: LoaderInfo;
      readonly session: Session;
    };

function newer(current: Session | null, next: Session): Session {
  return current !== null && current.revision >= next.revision ? current : next;
}

export function useLoader(startup: StartupRequests | null): LoaderState {
  const [info, setInfo] = useState<LoaderInfo | null>(null);
  const [session, setSession] = useState<Session | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  // A layout effect subscribes before the first paint, so no empty page is painted.
  useLayoutEffect(() => {
    if (startup === null) return;
    const apply = (next: Session): void => setSession((current) => newer(current, next));
    const unsubscribe = startup.subscribe(apply);
    void startup.info.then((answer) =>
      answer.ok ? setInfo(answer.value) : setFailure(answer.failure),
    );
    void startup.session.then((answer) =>
      answer.ok ? apply(answer.value) : setFailure(answer.failure),
    );
    return unsubscribe;
  }, [startup]);

  useWakeEvents(startup);
  if (startup === null) return { kind: 'missing' };
  if (info !== null && session !== null)
    return { kind: 'loaded', bridge: startup.bridge, info, session };
  return failure === null ? { kind: 'loading' } : { kind: 'failed', failure };
}

/** Tells the main process that the window is visible again or that the network is back. */
function useWakeEvents(startup: StartupRequests | null): void {
  useEffect(() => {
    if (startup === null) return;
    const { bridge } = startup;
    const controller = new AbortController();
    const { signal } = controller;
    const onShown = () => {
      if (document.visibilityState === 'visible') void bridge.wake({ because: 'shown' });
    };
    window.addEventListener('online', () => void bridge.wake({ because: 'online' }), { signal });
    window.addEventListener('focus', onShown, { signal });
    document.addEventListener('visibilitychange', onShown, { signal });
    return () => controller.abort();
  }, [startup]);
}
