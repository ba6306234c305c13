// Screen for a loader version that is too old. The download opens in the browser.
import { ArrowUpCircle } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-texts.ts';
import { hostOf } from '../ui/host-of.ts';
import { LinkButton, OpenButton } from '../ui/LinkButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen, type Fact } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface UpdateRequiredProps {
  readonly phase: Extract<Phase, { readonly kind: 'update-required' }>;
}

export function UpdateRequired({ phase }: UpdateRequiredProps) {
  const { info } = useLoaderContext();
  const { checkResults, links, state, update } = useCopy();
  const { download } = phase;
  const address = hostOf(download) === null ? null : download;
  const text = address === null ? update.withoutLink : update.text;
  const needed: readonly Fact[] =
    phase.requiredVersion === null
      ? []
      : [{ name: state.neededVersion, value: <bdi>{phase.requiredVersion}</bdi> }];
  return (
    <StateScreen
      icon={ArrowUpCircle}
      tone="accent"
      {...withBrand({ title: update.title, text }, info.brand.name)}
      situation="update-required"
      report={phase.report}
      facts={[...needed, { name: state.thisVersion, value: <bdi>{info.loaderVersion}</bdi> }]}
      actions={
        address === null ? (
          <>
            <LinkButton name="contact" kind="filled" label={links.contact} />
            <RetryButton
              kind={info.links.contact === undefined ? 'filled' : 'outlined'}
              label={state.checkAgain}
              resultText={checkResults.update}
            />
          </>
        ) : (
          <>
            <OpenButton name="download" address={address} kind="filled" label={links.download} />
            <RetryButton
              kind="outlined"
              label={state.checkAgain}
              resultText={checkResults.update}
            />
          </>
        )
      }
    />
  );
}
