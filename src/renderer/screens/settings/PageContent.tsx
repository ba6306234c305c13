// Selects the content of a settings page.
import { isInGroup } from '../../../shared/phases.ts';
import { useLoaderContext } from '../../bridge/loader-context.ts';
import type { LocalForm, SettingsPage } from '../../phase-facts.ts';
import { AboutPage } from './AboutPage.tsx';
import { AccountPage } from './AccountPage.tsx';
import { AppearancePage } from './AppearancePage.tsx';
import { ComputersPage } from './ComputersPage.tsx';
import { ProgramPage } from './ProgramPage.tsx';
import { SecurityPage, type SecurityPageProps } from './SecurityPage.tsx';
import { SubscriptionsPage } from './SubscriptionsPage.tsx';

export interface PageContentProps {
  readonly page: SettingsPage;
  readonly open: (form: LocalForm) => void;
  readonly forms: SecurityPageProps['forms'];
}

export function PageContent({ page, open, forms }: PageContentProps) {
  const { phase } = useLoaderContext().session;
  if (page === 'appearance') return <AppearancePage />;
  if (page === 'about') return <AboutPage />;
  // After the session has ended, the settings are about to close.
  if (!isInGroup(phase, 'inside')) return null;
  const { account } = phase;
  switch (page) {
    case 'account':
      return <AccountPage account={account} open={open} />;
    case 'security':
      return <SecurityPage account={account} forms={forms} />;
    case 'subscriptions':
      return <SubscriptionsPage account={account} open={open} />;
    case 'computers':
      return <ComputersPage account={account} />;
    case 'program':
      return <ProgramPage />;
  }
}
