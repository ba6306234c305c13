// How pages name a user, and link to the page of one.
import { hrefOf } from '../../router/location.ts';

interface Named {
  readonly username: string;
  /** In place of a masked name, which operations do not accept. */
  readonly userid?: string | undefined;
}

/** The name or id by which operations find the user. */
export function handleOf({ username, userid }: Named): string {
  return userid ?? username;
}

export function userHref(application: string, user: Named): string {
  return hrefOf(application, 'users', handleOf(user));
}
