// A fake view that records published snapshots and opened links.
import type { View } from '../../src/main/core/ports.ts';
import type { Session } from '../../src/shared/session.ts';

export interface FakeView extends View {
  readonly published: Session[];
  readonly opened: string[];
  opens: boolean;
  clipboard: string | null;
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
    readLicenses: () => Promise.resolve([]),
    restart() {
      view.restarts += 1;
    },
  };
  return view;
}
