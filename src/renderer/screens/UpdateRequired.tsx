// Screen for a loader version that is too old. A restart installs a verified update; without one,
// the download opens in the browser.
import { ArrowUpCircle } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-texts.ts';
import { hostOf } from '../ui/host-of.ts';
import { useCommand } from '../bridge/use-command.ts';
import { FailureBox } from '../ui/FailureBox.tsx';
import { fill } from '../../copy/sentences.ts';
import { LinkButton, OpenButton } from '../ui/LinkButton.tsx';
import { RestartButton } from '../ui/RestartButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen, type Fact } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface UpdateRequiredProps {
  readonly phase: Extract<Phase, { readonly kind: 'update-required' }>;
}

export function UpdateRequired({ phase }: UpdateRequiredProps) {
  const { info, session } = useLoaderContext();
  const { loaderUpdate, state, update } = useCopy();
  const command = useCommand<null>();
  const { download } = phase;
  const address = hostOf(download) === null ? null : download;
  const byRestart = session.loaderUpdate?.how === 'restart' ? session.loaderUpdate : null;
  const failure = session.loaderUpdate?.failure ?? command.failure;
  const byLink = address === null ? update.withoutLink : update.text;
  const texts = withBrand({ title: update.title, text: byLink }, info.brand.name);
  const needed: readonly Fact[] =
    phase.requiredVersion === null
      ? []
      : [{ name: state.neededVersion, value: <bdi>{phase.requiredVersion}</bdi> }];
  return (
    <StateScreen
      icon={ArrowUpCircle}
      tone="accent"
      title={texts.title}
      text={
        byRestart === null
          ? texts.text
          : fill(loaderUpdate.requiredText, { version: byRestart.version })
      }
      situation="update-required"
      report={phase.report}
      facts={[...needed, { name: state.thisVersion, value: <bdi>{info.loaderVersion}</bdi> }]}
      actions={
        <>
          {byRestart === null ? (
            <LinkActions address={address} />
          ) : (
            <RestartButton kind="filled" command={command} />
          )}
          {failure !== null && (
            <FailureBox key={failure.reportId} failure={failure} operation="background" />
          )}
        </>
      }
    />
  );
}

/** Without an address, the user is sent to the brand. */
function LinkActions({ address }: { readonly address: string | null }) {
  const { info } = useLoaderContext();
  const { checkResults, links, state } = useCopy();
  const isAlone = address === null && info.links.contact === undefined;
  return (
    <>
      {address === null ? (
        <LinkButton name="contact" kind="filled" label={links.contact} />
      ) : (
        <OpenButton name="download" address={address} kind="filled" label={links.download} />
      )}
      <RetryButton
        kind={isAlone ? 'filled' : 'outlined'}
        label={state.checkAgain}
        resultText={checkResults.update}
      />
    </>
  );
}
