// The account belongs to another computer: what that means, and everything needed to have it moved.
import { MonitorX } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-words.ts';
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
  const { bridge, info, copy } = useParts();
  const { found, links, state, wrongDevice } = copy;
  const { title, text } = wrongDevice;
  const { username, shortDeviceId, report } = phase;
  const { reset, contact } = info.links;
  const way = reset === undefined ? 'contact' : 'reset';
  return (
    <StateScreen
      icon={MonitorX}
      tone="warning"
      {...withBrand({ title, text }, info.brand.name)}
      what="wrong-device"
      report={report}
      facts={[
        { name: state.userName, value: <bdi>{username}</bdi> },
        {
          name: state.device,
          value: (
            <span className="support">
              <span className="mono">{shortDeviceId}</span>
              <CopyButton label={state.copy} text={() => shortDeviceId} />
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
