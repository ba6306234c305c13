// The pages of the desk, in the order of the navigation, and who sees them.
<<<<<<< HEAD
import {
  History,
  House,
  KeyRound,
  Layers,
  Megaphone,
  MessagesSquare,
  Package,
  ShieldBan,
  UserRound,
  Users,
  UsersRound,
  Wallet,
  Webhook,
  type IconNode,
} from 'lucide';
=======
import { History, House, KeyRound, Layers, Megaphone, MessagesSquare, Package, Settings, ShieldBan, UserRound, Users, UsersRound, Wallet, Webhook, type IconNode } from 'lucide';
>>>>>>> main
import type { ComponentType } from 'react';
import type { SellerNeed } from '@latchkey/protocol/seller-scopes.ts';
import type { Copy } from '../copy/copy.ts';
import { AccountPage } from '../pages/account/AccountPage.tsx';
import { AnnouncementsPage } from '../pages/announcements/AnnouncementsPage.tsx';
import { AuditPage } from '../pages/audit/AuditPage.tsx';
import { BalancePage } from '../pages/balance/BalancePage.tsx';
import { CustomersPage } from '../pages/balance/CustomersPage.tsx';
import { ChatPage } from '../pages/chat/ChatPage.tsx';
import { HomePage } from '../pages/home/HomePage.tsx';
import { LicensesPage } from '../pages/licenses/LicensesPage.tsx';
import { ListsPage } from '../pages/lists/ListsPage.tsx';
import { PlansPage } from '../pages/plans/PlansPage.tsx';
import { ReleasesPage } from '../pages/releases/ReleasesPage.tsx';
import { TeamPage } from '../pages/team/TeamPage.tsx';
import { UsersPage } from '../pages/users/UsersPage.tsx';
import { WebhooksPage } from '../pages/webhooks/WebhooksPage.tsx';
import type { Place } from '../router/location.ts';
import { may, type Application } from '../session/application.ts';

export interface PageProps {
  /** The segments of the place after the page. */
  readonly rest: Place;
}

export interface DeskPage {
  /** Segment of the place. */
  readonly path: string;
  readonly label: (copy: Copy) => string;
  /** Null for pages that the navigation does not list. */
  readonly icon: IconNode | null;
  /** Null for pages that managers do not see. */
  readonly need: SellerNeed | 'nothing' | null;
  readonly resellers: boolean;
  readonly Content: ComponentType<PageProps>;
}

const homePage = 'home';
/** The page of the own account, which the account menu opens. */
export const accountPath = 'account';

const pages: readonly DeskPage[] = [
  {
    path: homePage,
    label: ({ home }) => home.title,
    icon: House,
    need: 'read',
    resellers: false,
    Content: HomePage,
  },
  {
    path: 'licenses',
    label: ({ licenses }) => licenses.title,
    icon: KeyRound,
    need: 'look-up',
    resellers: true,
    Content: LicensesPage,
  },
  {
    path: 'users',
    label: ({ users }) => users.title,
    icon: Users,
    need: 'read',
    resellers: false,
    Content: UsersPage,
  },
  {
    path: 'team',
    label: ({ team }) => team.title,
    icon: UsersRound,
    need: 'read',
    resellers: false,
    Content: TeamPage,
  },
  {
    path: 'balance',
    label: ({ balance }) => balance.title,
    icon: Wallet,
    need: null,
    resellers: true,
    Content: BalancePage,
  },
  {
    path: 'customers',
    label: ({ customers }) => customers.title,
    icon: UserRound,
    need: null,
    resellers: true,
    Content: CustomersPage,
  },
  {
    path: 'plans',
    label: ({ plans }) => plans.title,
    icon: Layers,
    need: 'look-up',
    resellers: false,
    Content: PlansPage,
  },
  {
    path: 'announcements',
    label: ({ announcements }) => announcements.title,
    icon: Megaphone,
    need: 'read',
    resellers: false,
    Content: AnnouncementsPage,
  },
  {
    path: 'releases',
    label: ({ releases }) => releases.title,
    icon: Package,
    need: 'release-list',
    resellers: false,
    Content: ReleasesPage,
  },
  {
    path: 'webhooks',
    label: ({ webhooks }) => webhooks.title,
    icon: Webhook,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/webhooks/WebhooksPage.tsx')).WebhooksPage,
    })),
  },
  {
    path: 'chat',
    label: ({ chat }) => chat.title,
    icon: MessagesSquare,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({ default: (await import('../pages/chat/ChatPage.tsx')).ChatPage })),
  },
  {
    path: 'lists',
    label: ({ lists }) => lists.title,
    icon: ShieldBan,
    need: 'read',
    resellers: false,
    Content: ListsPage,
  },
  {
    path: 'settings',
    label: ({ settings }) => settings.title,
    icon: Settings,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/settings/SettingsPage.tsx')).SettingsPage,
    })),
  },
  {
    path: 'audit',
    label: ({ audit }) => audit.title,
    icon: History,
    need: 'read',
    resellers: false,
    Content: AuditPage,
  },
  {
    path: accountPath,
    label: ({ ownAccount }) => ownAccount.title,
    icon: null,
    need: 'nothing',
    resellers: true,
    Content: AccountPage,
  },
];

/** Draws what the person may use. The service decides what is allowed. */
export function pagesFor(application: Application): readonly DeskPage[] {
  return pages.filter(({ need, resellers }) => {
    if (application.role === 'reseller') return resellers;
    return need === 'nothing' || (need !== null && may(application, need));
  });
}
