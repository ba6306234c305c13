// The recovery codes in the settings: how many are left, and the button to make new ones.
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { recoveryCodeCount } from '@latchkey/protocol/limits.ts';
import { formatNumber } from '../../../copy/dates.ts';
import { pluralize } from '../../../copy/sentences.ts';
import { allows } from '../../../shared/phases.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { SettingCard } from './SettingCard.tsx';

export interface RecoveryCodesCardProps {
  readonly left: number;
  readonly make: () => void;
}

export function RecoveryCodesCard({ left, make }: RecoveryCodesCardProps) {
  const { session } = useLoaderContext();
  const copy = useCopy();
  const { recoveryCodes: texts } = copy;
  const busyReason = useBusyReason();
  const canMake = allows(session.phase, 'offerRecoveryCodes');
  const all = formatNumber(copy, recoveryCodeCount);
  return (
    <SettingCard
      title={texts.heading}
      mark={left === 0 && <Chip tone="warning">{texts.noneChip}</Chip>}
      text={
        <>
          <p>{left === 0 ? texts.none : pluralize(copy.locale, texts.left, left, { all })}</p>
          {!canMake && <p>{busyReason}</p>}
        </>
      }
      control={
        <Button kind="outlined" disabled={!canMake} onClick={make}>
          {texts.make}
        </Button>
      }
    />
  );
}
