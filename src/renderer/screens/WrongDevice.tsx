// Screen for an account that is bound to another computer, with the options to move the account.
import { MonitorX } from 'lucide';
import { useRef } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Copy } from '../../copy/copy.ts';
import { changesText, formatParts } from '../../copy/device-texts.ts';
import { fill } from '../../copy/sentences.ts';
import { resetRequest } from '../../copy/state-texts.ts';
import { DeviceRequestButton } from '../ui/DeviceRequestButton.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { MoreOptions } from '../ui/MoreOptions.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { type Fact, StateScreen } from '../ui/StateScreen.tsx';
import { useCopyText } from '../ui/use-copy-text.tsx';
import type { Phase } from '../../shared/session.ts';

export interface WrongDeviceProps {
  readonly phase: Extract<Phase, { readonly kind: 'wrong-device' }>;
}

export function WrongDevice({ phase }: WrongDeviceProps) {
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const { links, state, wrongDevice, checkResults } = copy;
  const more = phase.changes === undefined ? {} : { more: changesText(copy, phase.changes) };
  const { name: brand } = info.brand;
  const supported = !session.unsupported.includes('deviceRequest');
  const canAsk = info.deviceRequest && supported;
  // The most helpful link comes first, because only the first button is filled.
  const [first, ...others] = (['reset', 'contact'] as const).filter(
    (name) => info.links[name] !== undefined,
  );
  return (
    <StateScreen
      icon={MonitorX}
      tone="warning"
      title={wrongDevice.title}
      text={fill(wrongDevice.text, { brand })}
      situation="wrong-device"
      report={phase.report}
      facts={[
        { name: state.userName, value: <bdi>{phase.username}</bdi> },
        { name: state.device, value: <DeviceId id={phase.shortDeviceId} /> },
        ...changedPartsFact(copy, phase),
      ]}
      actions={
        <>
          {canAsk && <DeviceRequestButton />}
          {info.deviceRequest && !supported && (
            <p className="small">{fill(wrongDevice.notOffered, { brand })}</p>
          )}
          {!canAsk && first !== undefined && (
            <LinkButton name={first} kind="filled" label={links[first]} />
          )}
          <RetryButton
            kind={!canAsk && first === undefined ? 'filled' : 'outlined'}
            label={state.again}
            resultText={checkResults.device}
            {...more}
          />
        </>
      }
      links={
        <OtherOptions
          phase={phase}
          names={canAsk && first !== undefined ? [first, ...others] : others}
        />
      }
    />
  );
}

/** Returns the changed hardware parts as a fact, or nothing if no part changed. */
function changedPartsFact(
  copy: Copy,
  { changes = [] }: WrongDeviceProps['phase'],
): readonly Fact[] {
  if (changes.length === 0) return [];
  return [{ name: copy.deviceChanges.fact, value: formatParts(copy, changes) }];
}

function DeviceId({ id }: { readonly id: string }) {
  const { state } = useCopy();
  return (
    <span className="support">
      <span className="mono">{id}</span>
      <CopyButton label={state.copy} text={() => id} />
    </span>
  );
}

interface OtherOptionsProps extends WrongDeviceProps {
  readonly names: readonly ('reset' | 'contact')[];
}

function OtherOptions({ phase, names }: OtherOptionsProps) {
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
