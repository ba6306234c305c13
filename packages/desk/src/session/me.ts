// The person who is signed in.
import {
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { failureOf } from '@latchkey/web/failure.ts';
import type { Parameters } from '@latchkey/web/post.ts';
import { post } from '../client/post.ts';
import { useSignInRequest, type SignInRequest } from './sign-in-request.ts';

export const meKey = ['me'];
const endedKey = ['session ended'];
const otherKey = ['other person'];

/** The id of the person whom the page shows. Empty if it shows nobody. */
export function shownPerson(client: QueryClient): string {
  return shownMe(client)?.id ?? '';
}

export function shownMe(client: QueryClient): Me | null {
  return client.getQueryData<Me | null>(meKey) ?? null;
}

/** Returns null if nobody is signed in. A page that shows a person waits for a new sign-in. */
async function fetchMe(client: QueryClient, requestSignIn: SignInRequest): Promise<Me | null> {
  const person = shownPerson(client);
  try {
    return meIn(await post('me', {}, person));
  } catch (error) {
    const { code } = failureOf(error);
    if (code === 'other-person') {
      noteOtherPerson(client);
      return meIn(await post('me', {}));
    }
    if (code !== 'signed-out') throw error;
    if (person === '') return null;
    const isSignedIn = await requestSignIn().then(
      () => true,
      () => false,
    );
    return isSignedIn ? fetchMe(client, requestSignIn) : null;
  }
}

function meIn(fields: Readonly<Record<string, unknown>>): Me {
  return fields as unknown as Me; // the service tests its answers against this specification
}

export function useMe() {
  const client = useQueryClient();
  const requestSignIn = useSignInRequest();
  return useQuery({
    queryKey: meKey,
    queryFn: () => fetchMe(client, requestSignIn),
    staleTime: 60_000,
  });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Parameters) => post('signin', credentials),
    onSuccess: (fields) => {
      const me = meIn(fields);
      // After an ended session, the page of the same person stays as it is.
      if (me.id === shownPerson(client)) client.setQueryData(meKey, me);
      else replaceMe(client, me);
    },
  });
}

/** Whether a sign-in failed after the password was right, so that the code is asked for. */
export function isAboutCode(reason: string, code: string | undefined): boolean {
  const isLimited = reason === 'rate-limited' && code !== undefined;
  return reason === 'code-needed' || reason === 'bad-code' || isLimited;
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => post('signout', {}, shownPerson(client)),
    onError: (error) => {
      if (failureOf(error).code === 'other-person') showOtherPerson(client);
    },
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

/** Replaces everything that was read with what the person sees who is signed in now. */
export function showOtherPerson(client: QueryClient): void {
  noteOtherPerson(client);
  void client.resetQueries({ queryKey: meKey });
}

function noteOtherPerson(client: QueryClient): void {
  forgetAllBut(client, meKey);
  client.setQueryData(otherKey, true);
}

/** Whether another person appeared instead of the one whom the page showed, and how to forget it. */
export function useOtherPerson(): readonly [boolean, () => void] {
  const client = useQueryClient();
  const { data = false } = useQuery<boolean>({ queryKey: otherKey, queryFn: skipToken });
  return [data, () => client.setQueryData(otherKey, false)];
}

/** Keeps the query of the person, because the app observes it. */
function replaceMe(client: QueryClient, me: Me | null): void {
  forgetAllBut(client, meKey);
  client.setQueryData(meKey, me);
}

function forgetAllBut(client: QueryClient, kept: readonly string[]): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept[0] });
}
