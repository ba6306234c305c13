// Shows desktop notifications in the window's language, and draws attention to the window. A click
// on a notification brings the window to the front.
// SECURITY: a subscription's name is the seller's text. It is truncated and only in the title,
// because some systems render markup with links in the body.
import type { BrowserWindow, Notification, NotificationConstructorOptions } from 'electron';
import { formatDateTime } from '../../copy/dates.ts';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';
import type { SystemNotice, SystemNotices } from '../core/ports.ts';

/** The used part of Electron's class. */
export interface NotificationClass {
  new (options: NotificationConstructorOptions): Pick<Notification, 'on' | 'show'>;
  readonly isSupported: () => boolean;
}

/** The used part of the window. */
type AttentionWindow = Pick<BrowserWindow, 'isDestroyed' | 'isFocused' | 'flashFrame'> & {
  readonly once: (event: 'focus', then: () => void) => unknown;
};

export interface SystemNoticesParts {
  readonly Notification: NotificationClass;
  readonly brand: string;
  readonly copy: () => ProgramCopy;
  readonly showWindow: () => void;
  readonly window: AttentionWindow;
}

/** The longest name that fits into a notification's title on every system. */
const maxNameLength = 48;
/** The newest notifications stay referenced: a garbage-collected one loses its click handler. */
const maxReferenced = 10;

export function createSystemNotices(parts: SystemNoticesParts): SystemNotices {
  const { Notification, showWindow, window } = parts;
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
    requestAttention() {
      if (window.isDestroyed() || window.isFocused()) return false;
      window.once('focus', () => window.flashFrame(false));
      window.flashFrame(true);
      return true;
    },
  };
}

function textOf(
  notice: SystemNotice,
  { brand, copy }: SystemNoticesParts,
): { readonly title: string; readonly body: string } {
  const { locale, notices } = copy();
  if (notice.kind === 'allowed') return { title: brand, body: notices.allowed };
  if (notice.kind === 'task-ended') {
    const titles = notice.isDone ? notices.done : notices.failed;
    const body = notice.isDone ? notices.doneText : notices.failedText;
    return { title: fill(titles[notice.task], { name: brand }), body };
  }
  const name = Array.from(notice.subscription);
  const short =
    name.length > maxNameLength ? `${name.slice(0, maxNameLength).join('')}…` : notice.subscription;
  return {
    title: fill(notices.ends, { name: short }),
    body: fill(notices.endsText, { date: formatDateTime({ locale }, notice.expiresAt) }),
  };
}
