// The account belongs to another computer: what that means, and everything needed to have it moved.
import { MonitorX } from 'lucide';
import { useParts } from '../bridge/loader-context.ts';
import { fill } from '../copy/fill.ts';
import { linkCopy } from '../copy/links.ts';
import { foundCopy } from '../copy/steps.ts';
import {
  copyMessage,
  resetRequest,
  stateCopy as copy,
  withBrand,
  wrongDeviceCopy,
} from '../copy/states.ts';
import { Button } from '../ui/Button.tsx';
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
  const { username, shortDeviceId, report } = phase;
  const { reset, contact } = info.links;
  const way = reset === undefined ? 'contact' : 'reset';
  return (
    <StateScreen
      icon={MonitorX}
      tone="warning"
      {...withBrand(wrongDeviceCopy, info.brand.name)}
      what="wrong-device"
      report={report}
      facts={[
        { name: copy.userName, value: <bdi>{username}</bdi> },
        {
          name: copy.device,
          value: (
            <span className="support">
              <span className="mono">{shortDeviceId}</span>
              <CopyButton label={copy.copy} text={() => shortDeviceId} />
            </span>
          ),
        },
      ]}
      actions={
        <>
          <LinkButton name={way} kind="filled" label={linkCopy[way]} />
          <RetryButton
            kind={(reset ?? contact) === undefined ? 'filled' : 'outlined'}
            label={copy.again}
            found={foundCopy.device}
          />
        </>
      }
      links={
        <>
          <CopyButton
            label={fill(copyMessage, { brand: info.brand.name })}
            text={() => resetRequest(info.brand.name, phase)}
          />
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {copy.otherAccount}
          </Button>
        </>
      }
    />
  );
}
