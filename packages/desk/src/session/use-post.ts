// Sends requests as the person whom the page shows. Tabs share the session, so that somebody else
// may have signed in since, in another tab.
import { useQueryClient } from '@tanstack/react-query';
import { failureOf } from '../client/failure.ts';
import { post, type Parameters } from '../client/post.ts';
import type { Application } from './application.ts';
import { endSession, shownPerson, showOtherPerson } from './me.ts';

/** Returns a function like `post`. Operations of the seller API need the application. */
export function usePost() {
  const client = useQueryClient();
  const person = shownPerson(client);
  return async (
    operation: string,
    parameters: Parameters = {},
    application?: Pick<Application, 'id'>,
  ): ReturnType<typeof post> => {
    try {
      const shown = application === undefined ? person : `${person}/${application.id}`;
      return await post(operation, parameters, shown);
    } catch (error) {
      const { code } = failureOf(error);
      // A late answer is not about the person whom the page shows by now.
      if (shownPerson(client) === person) {
        if (code === 'signed-out') endSession(client);
        if (code === 'other-person') showOtherPerson(client);
      }
      throw error;
    }
  };
}
