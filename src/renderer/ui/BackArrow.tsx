// The back control at the top left of a screen.
import { ChevronLeft } from 'lucide';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useFirstCopy } from '../bridge/first-context.ts';

export function BackArrow({ back }: { readonly back: () => void }) {
  return (
    <button type="button" className="back-arrow" onClick={back}>
      <Icon icon={ChevronLeft} size={20} />
      <span className="unseen">{useFirstCopy().navigation.back}</span>
    </button>
  );
}
