// The links of a screen about another computer: another account, and ways to ask the brand.
import { useRef } from 'react';
import { fill } from '../../copy/sentences.ts';
import { resetRequest } from '../../copy/state-texts.ts';
import type { Phase } from '../../shared/session.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { MoreOptions } from '../ui/MoreOptions.tsx';
import { useCopyText } from '../ui/use-copy-text.tsx';

export interface OtherOptionsProps {
  readonly phase: Extract<Phase, { readonly kind: 'wrong-device' }>;
  readonly names: readonly ('reset' | 'contact')[];
}

export function OtherOptions({ phase, names }: OtherOptionsProps) {
  const { bridge, info } = useLoaderContext();
  const copy = useCopy();
  const leave = useRef<HTMLButtonElement>(null);
  const { copyText, isCopied, byHand } = useCopyText(() => leave.current?.focus());
  const { name: brand } = info.brand;
  const copyMessage = {
    label: fill(copy.wrongDevice.copyMessage, { brand }),
    disabledReason: null,
    choose: () => void copyText(resetRequest(copy, brand, phase)),
  };
  return (
    <>
      <button
        type="button"
        className="button quiet"
        ref={leave}
        onClick={() => void bridge.goBack({})}
      >
        {copy.state.otherAccount}
      </button>
      <MoreOptions links={names} items={[copyMessage]} />
      {isCopied && <p className="small">{copy.support.done}</p>}
      {byHand}
    </>
  );
}
