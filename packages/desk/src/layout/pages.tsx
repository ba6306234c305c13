// The pages of the desk, in the order of the navigation, and who sees them.
import {
  History,
  House,
  KeyRound,
  Layers,
  Megaphone,
  MessagesSquare,
  Package,
  Settings,
  ShieldBan,
  ShoppingCart,
  Store,
  UserRound,
  Users,
  UsersRound,
  Wallet,
  Webhook,
  type IconNode,
} from 'lucide';
import { lazy, type ComponentType } from 'react';
import type { SellerNeed } from '@latchkey/protocol/seller-scopes.ts';
import type { Copy } from '../copy/copy.ts';
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
    Content: lazy(async () => ({ default: (await import('../pages/home/HomePage.tsx')).HomePage })),
  },
  {
    path: 'licenses',
    label: ({ licenses }) => licenses.title,
    icon: KeyRound,
    need: 'look-up',
    resellers: true,
    Content: lazy(async () => ({
      default: (await import('../pages/licenses/LicensesPage.tsx')).LicensesPage,
    })),
  },
  {
    path: 'users',
    label: ({ users }) => users.title,
    icon: Users,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/users/UsersPage.tsx')).UsersPage,
    })),
  },
  {
    path: 'sales',
    label: ({ sales }) => sales.title,
    icon: ShoppingCart,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/sales/SalesPage.tsx')).SalesPage,
    })),
  },
  {
    path: 'team',
    label: ({ team }) => team.title,
    icon: UsersRound,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({ default: (await import('../pages/team/TeamPage.tsx')).TeamPage })),
  },
  {
    path: 'balance',
    label: ({ balance }) => balance.title,
    icon: Wallet,
    need: null,
    resellers: true,
    Content: lazy(async () => ({
      default: (await import('../pages/balance/BalancePage.tsx')).BalancePage,
    })),
  },
  {
    path: 'customers',
    label: ({ customers }) => customers.title,
    icon: UserRound,
    need: null,
    resellers: true,
    Content: lazy(async () => ({
      default: (await import('../pages/balance/CustomersPage.tsx')).CustomersPage,
    })),
  },
  {
    path: 'subscriptions',
    label: ({ plans }) => plans.title,
    icon: Layers,
    need: 'look-up',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/plans/PlansPage.tsx')).PlansPage,
    })),
  },
  {
    path: 'announcements',
    label: ({ announcements }) => announcements.title,
    icon: Megaphone,
    need: 'read',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/announcements/AnnouncementsPage.tsx')).AnnouncementsPage,
    })),
  },
  {
    path: 'releases',
    label: ({ releases }) => releases.title,
    icon: Package,
    need: 'release-list',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/releases/ReleasesPage.tsx')).ReleasesPage,
    })),
  },
  {
    path: 'shops',
    label: ({ shops }) => shops.title,
    icon: Store,
    need: 'all',
    resellers: false,
    Content: lazy(async () => ({
      default: (await import('../pages/shops/ShopsPage.tsx')).ShopsPage,
    })),
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
    Content: lazy(async () => ({
      default: (await import('../pages/lists/ListsPage.tsx')).ListsPage,
    })),
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
    Content: lazy(async () => ({
      default: (await import('../pages/audit/AuditPage.tsx')).AuditPage,
    })),
  },
  {
    path: accountPath,
    label: ({ ownAccount }) => ownAccount.title,
    icon: null,
    need: 'nothing',
    resellers: true,
    Content: lazy(async () => ({
      default: (await import('../pages/account/AccountPage.tsx')).AccountPage,
    })),
  },
];

/** Draws what the person may use. The service decides what is allowed. */
export function pagesFor(application: Application): readonly DeskPage[] {
  return pages.filter(({ need, resellers }) => {
    if (application.role === 'reseller') return resellers;
    return need === 'nothing' || (need !== null && may(application, need));
  });
}
