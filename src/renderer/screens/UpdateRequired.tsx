// The service wants a newer version. The link is shown with its host and only ever opened in the browser, never run.
import { ArrowUpCircle } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { linkCopy } from '../copy/links.ts';
import { foundCopy } from '../copy/steps.ts';
import { stateCopy as copy, updateCopy, updateWithoutLink, withBrand } from '../copy/states.ts';
import { LinkButton, OpenButton } from '../ui/LinkButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen, type Fact } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface UpdateRequiredProps {
  readonly phase: Extract<Phase, { readonly kind: 'update-required' }>;
}

/** The host of an address; null when it is none. */
function hostOf(address: string | null): string | null {
  if (address === null) return null;
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}

export function UpdateRequired({ phase }: UpdateRequiredProps) {
  const { info } = useParts();
  const host = hostOf(phase.download);
  const needed: readonly Fact[] =
    phase.requiredVersion === null
      ? []
      : [{ name: copy.neededVersion, value: phase.requiredVersion }];
  return (
    <StateScreen
      icon={ArrowUpCircle}
      tone="accent"
      {...withBrand(host === null ? updateWithoutLink : updateCopy, info.brand.name)}
      what="update-required"
      report={phase.report}
      facts={[...needed, { name: copy.thisVersion, value: info.version }]}
      actions={
        host === null ? (
          <>
            <LinkButton name="contact" kind="filled" label={linkCopy.contact} />
            <RetryButton
              kind={info.links.contact === undefined ? 'filled' : 'outlined'}
              label={copy.checkAgain}
              found={foundCopy.update}
            />
          </>
        ) : (
          <>
            <OpenButton name="download" host={host} kind="filled" label={linkCopy.download} />
            <RetryButton kind="outlined" label={copy.checkAgain} found={foundCopy.update} />
          </>
        )
      }
    />
  );
}
