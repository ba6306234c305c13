// The shield in the footer. Its tooltip has the result and age of the last verification; its panel
// adds the host and the key.
import { ShieldAlert, ShieldCheck } from 'lucide';
import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useFirstCopy } from '../bridge/first-context.ts';
import { CheckConnection } from './CheckConnection.tsx';
import { ShowSentRequests } from './ShowSentRequests.tsx';
import { TrustFacts, useTrustText } from './TrustFacts.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import type { Trust } from '@latchkey/client/facts.ts';

export function TrustShield({ trust }: { readonly trust: Trust }) {
  const copy = useFirstCopy().trustPanel;
  const text = useTrustText(trust);
  const id = useId();
  const shield = useRef<HTMLSpanElement>(null);
  useClosing(shield);
  return (
    <span className="shield" ref={shield}>
      <span className="with-tip">
        <button
          type="button"
          className="shield-button"
          popoverTarget={`${id}-panel`}
          aria-label={copy.button}
          aria-describedby={`${id}-tip`}
        >
          <Icon icon={trust.kind === 'verified' ? ShieldCheck : ShieldAlert} size={16} />
        </button>
        <span className="tip" role="tooltip" id={`${id}-tip`}>
          {text}
        </span>
      </span>
      <div
        className="trust-panel"
        id={`${id}-panel`}
        popover="auto"
        role="dialog"
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
      >
        <h2 id={`${id}-title`}>{copy.titles[trust.kind]}</h2>
        <TrustFacts trust={trust} />
        <p className="tools">
          <CheckConnection />
          <ShowSentRequests />
        </p>
      </div>
    </span>
  );
}

/** Closes the panel with Escape, and when one of its buttons opens a dialog. */
function useClosing(shield: RefObject<HTMLSpanElement | null>): void {
  useLayoutEffect(() => {
    const element = shield.current;
    // Forms ignore an Escape that was handled here.
    const closeOnEscape = (event: KeyboardEvent) => {
      const panel = element?.querySelector<HTMLElement>(':popover-open') ?? null;
      if (event.key !== 'Escape' || panel === null) return;
      event.preventDefault();
      panel.hidePopover();
    };
    // Before its dialog opens, which later returns the focus to the shield: a hidden button has none.
    const closeOnTool = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('.tools button') !== null)
        element?.querySelector<HTMLElement>(':popover-open')?.hidePopover();
    };
    element?.addEventListener('keydown', closeOnEscape);
    element?.addEventListener('click', closeOnTool);
    return () => {
      element?.removeEventListener('keydown', closeOnEscape);
      element?.removeEventListener('click', closeOnTool);
    };
  }, [shield]);
}
