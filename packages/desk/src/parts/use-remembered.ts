// State of a page that returns with the page, such as its filters. A sign-out forgets it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApplication } from '../session/application.ts';

export function useRemembered<State>(name: string, initial: State) {
  const client = useQueryClient();
  const application = useApplication();
  const key = ['page', application.name, name];
  const [state, setState] = useState(() => client.getQueryData<State>(key) ?? initial);
  const change = (next: State) => {
    client.setQueryData(key, next);
    setState(next);
  };
  return [state, change] as const;
}
