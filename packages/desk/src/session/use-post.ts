// Sends requests as the person whom the page shows. Tabs share the session, so that somebody else
// may have signed in since, in another tab.
import { useQueryClient } from '@tanstack/react-query';
import { failureOf } from '@latchkey/web/failure.ts';
import type { Parameters } from '@latchkey/web/post.ts';
import { post } from '../client/post.ts';
import type { Application } from './application.ts';
import { shownPerson, showOtherPerson } from './me.ts';
import { useSignInRequest } from './sign-in-request.ts';

/**
 * Returns a function like `post`. Operations of the seller API need the application. A request that
 * meets an ended session waits for a new sign-in, and is sent again.
 */
export function usePost() {
  const client = useQueryClient();
  const person = shownPerson(client);
  const requestSignIn = useSignInRequest();
  return async (
    operation: string,
    parameters: Parameters = {},
    application?: Pick<Application, 'id'>,
  ): ReturnType<typeof post> => {
    const shown = application === undefined ? person : `${person}/${application.id}`;
    // A late answer is not about the person whom the page shows by now.
    const isLate = () => shownPerson(client) !== person;
    const send = async () => {
      try {
        return await post(operation, parameters, shown);
      } catch (error) {
        if (failureOf(error).code === 'other-person' && !isLate()) showOtherPerson(client);
        throw error;
      }
    };
    try {
      return await send();
    } catch (error) {
      if (failureOf(error).code !== 'signed-out' || isLate()) throw error;
      await requestSignIn();
      return send();
    }
  };
}
