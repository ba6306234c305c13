// State of a page that returns with the page, such as its filters. A sign-out forgets it.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplication } from '../session/application.ts';

export function useRemembered<State>(name: string, initial: State) {
  const client = useQueryClient();
  const application = useApplication();
  const [state, setState] = useState(
    () => client.getQueryData<State>(keyOf(application.name, name)) ?? initial,
  );
  const change = (next: State) => {
    remember(client, application.name, name, next);
    setState(next);
  };
  return [state, change] as const;
}

/** Sets the state that a page of this application will show next. */
export function remember(
  client: QueryClient,
  application: string,
  name: string,
  state: unknown,
): void {
  client.setQueryData(keyOf(application, name), state);
}

function keyOf(application: string, name: string): readonly string[] {
  return ['page', application, name];
}
