// Shows desktop notifications in the window's language. A click brings the window to the front.
// SECURITY: a subscription's name is the seller's text. It is truncated and only in the title,
// because some systems render markup with links in the body.
import type { Notification, NotificationConstructorOptions } from 'electron';
import { formatDateTime } from '../../copy/dates.ts';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';
import type { SystemNotice, SystemNotices } from '../core/ports.ts';

/** The used part of Electron's class. */
export interface NotificationClass {
  new (options: NotificationConstructorOptions): Pick<Notification, 'on' | 'show'>;
  readonly isSupported: () => boolean;
}

export interface SystemNoticesParts {
  readonly Notification: NotificationClass;
  readonly brand: string;
  readonly copy: () => ProgramCopy;
  readonly showWindow: () => void;
}

/** The longest name that fits into a notification's title on every system. */
const maxNameLength = 48;
/** The newest notifications stay referenced: a garbage-collected one loses its click handler. */
const maxReferenced = 10;

export function createSystemNotices(parts: SystemNoticesParts): SystemNotices {
  const { Notification, showWindow } = parts;
  const referenced: Pick<Notification, 'on' | 'show'>[] = [];
  return {
    isSupported: () => Notification.isSupported(),
    show(notice) {
      const shown = new Notification(textOf(notice, parts));
      shown.on('click', showWindow);
      referenced.push(shown);
      if (referenced.length > maxReferenced) referenced.shift();
      shown.show();
    },
  };
}

function textOf(
  notice: SystemNotice,
  { brand, copy }: SystemNoticesParts,
): { readonly title: string; readonly body: string } {
  const { locale, notices } = copy();
  if (notice.kind === 'allowed') return { title: brand, body: notices.allowed };
  const name = Array.from(notice.subscription);
  const short =
    name.length > maxNameLength ? `${name.slice(0, maxNameLength).join('')}…` : notice.subscription;
  return {
    title: fill(notices.ends, { name: short }),
    body: fill(notices.endsText, { date: formatDateTime({ locale }, notice.expiresAt) }),
  };
}
