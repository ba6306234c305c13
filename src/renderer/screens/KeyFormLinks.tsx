// The buttons below a form that asks for a key: Back, and a request for lost keys by e-mail.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useIsOffered } from '../bridge/use-offered.ts';
import { allows } from '../../shared/phases.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { BackLink } from '../ui/BackLink.tsx';

export interface KeyFormLinksProps {
  readonly back: () => void;
  readonly openLostKey: () => void;
}

export function KeyFormLinks({ back, openLostKey }: KeyFormLinksProps) {
  const { phase } = useLoaderContext().session;
  const copy = useCopy().lostKey;
  const isOffered = useIsOffered()('lostKey') && allows(phase, 'lostKey');
  return (
    <>
      <BackLink back={back} />
      {isOffered && (
        <Button kind="quiet" onClick={openLostKey}>
          {copy.link}
        </Button>
      )}
    </>
  );
}
