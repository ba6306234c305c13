// Handlers of the commands for notices about ending subscriptions and for desktop notifications.
import { type Handlers } from '../../shared/contract.ts';
import { fail, ok } from '../../shared/failure.ts';
import { type EndingNotices } from './flows/ending-notices.ts';
import { type CoreParts } from './parts.ts';

export type EndingHandlersParts = Pick<
  CoreParts,
  'failures' | 'publisher' | 'state' | 'systemNotices'
>;

export function createEndingHandlers(
  { failures, publisher, state, systemNotices }: EndingHandlersParts,
  endings: EndingNotices,
): Pick<Handlers, 'closeEndingNotice' | 'remindTomorrow' | 'allowSystemNotices'> {
  const publish = (): void => {
    publisher.systemNotices(systemNotices.isSupported() ? state.get().systemNotices : null);
  };
  publish();
  return {
    closeEndingNotice({ id }) {
      endings.close(id);
      return ok(null);
    },
    remindTomorrow({ id }) {
      endings.remindTomorrow(id);
      return ok(null);
    },
    allowSystemNotices({ on }) {
      if (!systemNotices.isSupported())
        return fail(failures.make({ code: 'invalid-input', fields: ['on'] }));
      const before = state.get().systemNotices;
      state.change({ systemNotices: on });
      publish();
      // Some systems ask for permission only when the first notification is shown.
      if (on && !before) systemNotices.show({ kind: 'allowed' });
      return ok(null);
    },
  };
}
