// The account belongs to another computer: what that means, and everything needed to have it moved.
import { MonitorX } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { useLaterCopy } from '../bridge/later-copy.ts';
import { fill } from '../../copy/sentences.ts';
import { resetRequest } from '../../copy/state-words.ts';
import { Button } from '../kit/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { StateScreen } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface WrongDeviceProps {
  readonly phase: Extract<Phase, { readonly kind: 'wrong-device' }>;
}

export function WrongDevice({ phase }: WrongDeviceProps) {
  const { bridge, info } = useParts();
  const copy = useLaterCopy();
  const { found, links, state, wrongDevice } = copy;
  const { reset, contact } = info.links;
  const way = reset === undefined ? 'contact' : 'reset';
  return (
    <StateScreen
      icon={MonitorX}
      tone="warning"
      title={wrongDevice.title}
      text={fill(wrongDevice.text, { brand: info.brand.name })}
      what="wrong-device"
      report={phase.report}
      facts={[
        { name: state.userName, value: <bdi>{phase.username}</bdi> },
        {
          name: state.device,
          value: (
            <span className="support">
              <span className="mono">{phase.shortDeviceId}</span>
              <CopyButton label={state.copy} text={() => phase.shortDeviceId} />
            </span>
          ),
        },
      ]}
      actions={
        <>
          <LinkButton name={way} kind="filled" label={links[way]} />
          <RetryButton
            kind={(reset ?? contact) === undefined ? 'filled' : 'outlined'}
            label={state.again}
            found={found.device}
          />
        </>
      }
      links={
        <>
          <CopyButton
            label={fill(wrongDevice.copyMessage, { brand: info.brand.name })}
            text={() => resetRequest(copy, info.brand.name, phase)}
          />
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {state.otherAccount}
          </Button>
        </>
      }
    />
  );
}
