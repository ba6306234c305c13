// The shield in the footer. Its tooltip and panel say what was verified, when, and by which key.
import { ShieldAlert, ShieldCheck } from 'lucide';
import { useId, type KeyboardEvent } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import { TrustFacts, useTrustText } from './TrustFacts.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import type { Trust } from '@latchkey/client/facts.ts';

/** Closes the open panel. Forms ignore an Escape that was handled here. */
function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  const panel = event.currentTarget.querySelector<HTMLElement>(':popover-open');
  if (event.key !== 'Escape' || panel === null) return;
  event.preventDefault();
  panel.hidePopover();
}

export function TrustShield({ trust }: { readonly trust: Trust }) {
  const copy = useCopy().trustPanel;
  const text = useTrustText(trust);
  const id = useId();
  return (
    <span className="shield" onKeyDown={closeOnEscape}>
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
      </div>
    </span>
  );
}
