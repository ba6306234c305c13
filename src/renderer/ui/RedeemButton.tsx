// Button that opens the redeem form. It is disabled while the program starts, which the cover says.
import { Button } from '@latchkey/kit/Button.tsx';
import { allows, isAppActive, offlineIn } from '../../shared/phases.ts';
import { useLoaderContext } from '../bridge/loader-context.ts';
import { useIsOffered } from '../bridge/use-offered.ts';

export interface RedeemButtonProps {
  readonly kind: 'outlined' | 'quiet';
  readonly label: string;
  readonly onClick: () => void;
}

export function useShowsRedeem(): boolean {
  const { phase } = useLoaderContext().session;
  const isOffered = useIsOffered()('redeem');
  const isStarting = isAppActive(phase) && offlineIn(phase) === null;
  return isOffered && (allows(phase, 'redeem') || isStarting);
}

/** Draws nothing where keys cannot be redeemed, such as offline. */
export function RedeemButton({ kind, label, onClick }: RedeemButtonProps) {
  const { phase } = useLoaderContext().session;
  if (!useShowsRedeem()) return null;
  return (
    <Button kind={kind} disabled={!allows(phase, 'redeem')} onClick={onClick}>
      {label}
    </Button>
  );
}
