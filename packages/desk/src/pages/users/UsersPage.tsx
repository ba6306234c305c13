// Users: the list, or one user.
import type { PageProps } from '../../layout/pages.tsx';
import { UserList } from './list/UserList.tsx';
import { UserPage } from './one/UserPage.tsx';

export function UsersPage({ rest }: PageProps) {
  const [user] = rest;
  return user === undefined ? <UserList /> : <UserPage key={user} user={user} />;
}
