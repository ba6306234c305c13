// The person who is signed in.
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { failureOf } from '../client/failure.ts';
import { post, type Parameters } from '../client/post.ts';

export const meKey = ['me'];
const endedKey = ['session ended'];

/** Returns null if nobody is signed in. */
async function fetchMe(): Promise<Me | null> {
  try {
    return meIn(await post('me'));
  } catch (error) {
    if (failureOf(error).code === 'signed-out') return null;
    throw error;
  }
}

function meIn(fields: Readonly<Record<string, unknown>>): Me {
  return fields as unknown as Me; // the service tests its answers against this specification
}

export function useMe() {
  return useQuery({ queryKey: meKey, queryFn: fetchMe, staleTime: 60_000 });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Parameters) => post('signin', credentials),
    onSuccess: (fields) => replaceMe(client, meIn(fields)),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post('signout'),
    onSuccess: () => showSignIn(client),
  });
}

/** Forgets everything that was read, and shows the sign-in. */
function showSignIn(client: QueryClient): void {
  replaceMe(client, null);
}

/** Like `showSignIn`, and the sign-in says that the session has ended. */
export function endSession(client: QueryClient): void {
  showSignIn(client);
  client.setQueryData(endedKey, true);
}

/** Whether the session ended without a sign-out. A sign-in forgets it. */
export function useHasEnded(): boolean {
  return useQueryClient().getQueryData(endedKey) === true;
}

/** Keeps the query of the person, because the app observes it. */
function replaceMe(client: QueryClient, me: Me | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  client.setQueryData(meKey, me);
}
