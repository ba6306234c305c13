// Managers and resellers: the list, or one account.
import type { PageProps } from '../../layout/pages.tsx';
import { AccountPage } from './AccountPage.tsx';
import { TeamList } from './TeamList.tsx';

export function TeamPage({ rest: [name] }: PageProps) {
  return name === undefined ? <TeamList /> : <AccountPage key={name} name={name} />;
}
