// Opens the form for a deep link and fills in the key. If that would discard the user's input, a
// notice with a button appears instead. SECURITY: a deep link only fills in the key; the user must
// press a button in the form to send it.
import { Link } from 'lucide';
import { useLayoutEffect, useState } from 'react';
import { useCopy, useLoaderContext } from './bridge/loader-context.ts';
import { useIsOffered } from './bridge/use-offered.ts';
import { joinTitleAndText } from '../copy/join-title-and-text.ts';
import { fill } from '../copy/sentences.ts';
import type { Copy } from '../copy/copy.ts';
import { cleanKey, keyPatternOf } from './input/clean-key.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useAnnouncement } from './ui/use-live-region.ts';
import {
  formOf,
  deepLinkActionOf,
  type KeyDeepLink,
  type DeepLinkAction,
} from './deep-link-action.ts';
import type { PendingDeepLink } from '../shared/session.ts';
import type { LocalForm } from './phase-facts.ts';

export interface DeepLinkNoticeProps {
  readonly deepLink: PendingDeepLink;
  /** Whether leaving the current screen discards no input. */
  readonly safeToLeave: boolean;
  readonly open: (form: LocalForm, deepLink: KeyDeepLink) => void;
}

function textsOf(
  { deepLink: copy }: Copy,
  action: DeepLinkAction,
  deepLink: PendingDeepLink,
  brand: string,
) {
  switch (action) {
    case 'soon':
      return null;
    case 'key':
    case 'redeem': {
      const key = deepLink.kind === 'unreadable' ? '' : deepLink.key;
      return { title: copy.offer.title, text: fill(copy.offer.text, { key }) };
    }
    case 'redeemOff':
    case 'registerOff':
      return { title: copy[action].title, text: fill(copy[action].text, { brand }) };
    case 'waits':
    case 'signOutFirst':
    case 'unreadable':
      return copy[action];
  }
}

export function DeepLinkNotice({ deepLink, safeToLeave, open }: DeepLinkNoticeProps) {
  const { bridge, info, session } = useLoaderContext();
  const copy = useCopy();
  const action = deepLinkActionOf(session, deepLink, useIsOffered());
  const form = formOf(action);
  const drop = () => void bridge.dropDeepLink({ id: deepLink.id });
  const openForm = () => {
    if (form === null || deepLink.kind === 'unreadable') return;
    const { key } = cleanKey(deepLink.key, keyPatternOf(info.keyPattern));
    open(form, { ...deepLink, key: key === '' ? deepLink.key : key });
    drop();
  };
  // After the notice has appeared, a change of screen must not open the form unexpectedly.
  const [wasShown, setWasShown] = useState(false);
  if (form !== null && !safeToLeave && !wasShown) setWasShown(true);
  const opensForm = form !== null && safeToLeave && !wasShown;
  // A layout effect runs before the first paint, so the notice does not flash.
  useLayoutEffect(() => {
    if (opensForm) openForm();
  });
  const texts = opensForm ? null : textsOf(copy, action, deepLink, info.brand.name);
  // SECURITY: a text with a button contains the key, so only its title is announced.
  const spokenText = form === null ? (texts?.text ?? null) : null;
  useAnnouncement(texts === null ? null : joinTitleAndText(copy, texts.title, spokenText));
  if (texts === null) return null;
  return (
    <aside className="notice" aria-label={texts.title}>
      <Message
        tone="neutral"
        icon={Link}
        title={texts.title}
        text={texts.text}
        dismiss={{ label: copy.notice.dismiss, onDismiss: drop }}
      >
        {form !== null && (
          <p className="tools">
            <Button kind="quiet" onClick={openForm}>
              {copy.deepLink.offer.use}
            </Button>
          </p>
        )}
      </Message>
    </aside>
  );
}
