// The back control at the top left of a screen.
import { ChevronLeft } from 'lucide';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { useCopy } from '../bridge/loader-context.ts';

export function BackArrow({ back }: { readonly back: () => void }) {
  return (
    <button type="button" className="back-arrow" onClick={back}>
      <Icon icon={ChevronLeft} size={20} />
      <span className="unseen">{useCopy().keyScreen.back}</span>
    </button>
  );
}
