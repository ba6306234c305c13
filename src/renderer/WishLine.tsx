// Opens the form for a deep link and fills in the key. If that would discard the user's input, a
// notice with a button appears instead. SECURITY: a deep link only fills in the key; the user must
// press a button in the form to send it.
import { Link } from 'lucide';
import { useLayoutEffect, useState } from 'react';
import { useCopy, useParts } from './bridge/loader-context.ts';
import { useOffered } from './bridge/use-offered.ts';
import { inOneText } from '../copy/one-text.ts';
import { fill } from '../copy/sentences.ts';
import type { Copy } from '../copy/copy.ts';
import { cleanKey, keyPatternOf } from './input/clean-key.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useAnnouncement } from './ui/use-live-region.ts';
import { formOf, wishMeans, type KeyWish, type WishMeans } from './wish-facts.ts';
import type { Wish } from '../shared/session.ts';
import type { LocalForm } from './phase-facts.ts';

export interface WishLineProps {
  readonly wish: Wish;
  /** Whether leaving the current screen discards no input. */
  readonly safeToLeave: boolean;
  readonly open: (form: LocalForm, wish: KeyWish) => void;
}

function wordsOf({ wish: copy }: Copy, means: WishMeans, wish: Wish, brand: string) {
  switch (means) {
    case 'soon':
      return null;
    case 'key':
    case 'redeem': {
      const key = wish.kind === 'unreadable' ? '' : wish.key;
      return { title: copy.offer.title, text: fill(copy.offer.text, { key }) };
    }
    case 'redeemOff':
    case 'registerOff':
      return { title: copy[means].title, text: fill(copy[means].text, { brand }) };
    case 'waits':
    case 'signOutFirst':
    case 'unreadable':
      return copy[means];
  }
}

export function WishLine({ wish, safeToLeave, open }: WishLineProps) {
  const { bridge, info, session } = useParts();
  const copy = useCopy();
  const means = wishMeans(session, wish, useOffered());
  const form = formOf(means);
  const drop = () => void bridge.dropWish({ id: wish.id });
  const openForm = () => {
    if (form === null || wish.kind === 'unreadable') return;
    const { key } = cleanKey(wish.key, keyPatternOf(info.keyPattern));
    open(form, { ...wish, key: key === '' ? wish.key : key });
    drop();
  };
  // After the notice has appeared, a change of screen must not open the form unexpectedly.
  const [offeredOnce, setOfferedOnce] = useState(false);
  if (form !== null && !safeToLeave && !offeredOnce) setOfferedOnce(true);
  const opensNow = form !== null && safeToLeave && !offeredOnce;
  // A layout effect runs before the first paint, so the notice does not flash.
  useLayoutEffect(() => {
    if (opensNow) openForm();
  });
  const words = opensNow ? null : wordsOf(copy, means, wish, info.brand.name);
  useAnnouncement(words === null ? null : inOneText(copy, words.title, words.text));
  if (words === null) return null;
  return (
    <aside className="notice" aria-label={words.title}>
      <Message
        tone="neutral"
        icon={Link}
        title={words.title}
        text={words.text}
        dismiss={{ label: copy.notice.dismiss, then: drop }}
      >
        {form !== null && (
          <p className="tools">
            <Button kind="quiet" onClick={openForm}>
              {copy.wish.offer.use}
            </Button>
          </p>
        )}
      </Message>
    </aside>
  );
}
