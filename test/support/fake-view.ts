// A fake view that records published snapshots and opened links.
import type { View } from '../../src/main/core/ports.ts';
import type { RecoverySheet } from '../../src/shared/recovery-codes.ts';
import type { Session } from '../../src/shared/session.ts';

export interface FakeView extends View {
  readonly published: Session[];
  readonly opened: string[];
  opens: boolean;
  clipboard: string | null;
  readonly saved: RecoverySheet[];
  /** The result of the dialog that saves recovery codes. */
  saveEnd: 'saved' | 'cancelled' | 'failed';
  prints: boolean;
  restarts: number;
  readonly languages: string[];
  onPublish: (session: Session) => void;
}

export function createFakeView(): FakeView {
  const view: FakeView = {
    published: [],
    opened: [],
    opens: true,
    clipboard: null,
    saved: [],
    saveEnd: 'saved',
    prints: true,
    restarts: 0,
    languages: [],
    onPublish: () => undefined,
    publish(session) {
      view.published.push(session);
      view.onPublish(session);
    },
    openLink(url) {
      view.opened.push(url);
      return Promise.resolve(view.opens);
    },
    saveLanguage(language) {
      view.languages.push(language);
    },
    readClipboard: () => Promise.resolve(view.clipboard),
    saveRecoveryCodes(sheet) {
      view.saved.push(sheet);
      return Promise.resolve(view.saveEnd);
    },
    printPage: () => Promise.resolve(view.prints),
    readLicenses: () => Promise.resolve([]),
    restart() {
      view.restarts += 1;
    },
  };
  return view;
}
