// Screen for an account that is bound to other computers, none of which the user can remove now, with
// the options to move the account.
import { MonitorX } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { Copy } from '../../copy/copy.ts';
import { changesText, formatParts } from '../../copy/device-texts.ts';
import { fill } from '../../copy/sentences.ts';
import { computerNames, removalsText } from '../../copy/computer-texts.ts';
import { DeviceRequestButton } from '../ui/DeviceRequestButton.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { RetryButton } from '../ui/RetryButton.tsx';
import { type Fact, StateScreen } from '../ui/StateScreen.tsx';
import { useServiceNow } from '../ui/use-service-now.ts';
import { ComputerRow, ComputerRows } from './ComputerRows.tsx';
import { OtherOptions } from './OtherOptions.tsx';
import type { Phase } from '../../shared/session.ts';

export interface WrongDeviceProps {
  readonly phase: Extract<Phase, { readonly kind: 'wrong-device' }>;
}

export function WrongDevice({ phase }: WrongDeviceProps) {
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const { state, wrongDevice } = copy;
  const now = useServiceNow();
  const { removal } = phase;
  const names = computerNames(copy, removal?.computers ?? []);
  const { name: brand } = info.brand;
  const canAsk = info.deviceRequest && !session.unsupported.includes('deviceRequest');
  // The most helpful link comes first, because only the first button is filled.
  const [first, ...others] = (['reset', 'contact'] as const).filter(
    (name) => info.links[name] !== undefined,
  );
  return (
    <StateScreen
      icon={MonitorX}
      tone="warning"
      title={removal === undefined ? wrongDevice.title : copy.removal.noneTitle}
      text={
        removal === undefined ? fill(wrongDevice.text, { brand }) : removalsText(copy, removal, now)
      }
      situation="wrong-device"
      report={phase.report}
      facts={[
        { name: state.userName, value: <bdi>{phase.username}</bdi> },
        { name: state.device, value: <DeviceId id={phase.shortDeviceId} /> },
        ...changedPartsFact(copy, phase),
      ]}
      actions={<Actions phase={phase} canAsk={canAsk} first={first} />}
      links={
        <OtherOptions
          phase={phase}
          names={canAsk && first !== undefined ? [first, ...others] : others}
        />
      }
    >
      {removal !== undefined && (
        <ComputerRows>
          {removal.computers.map((computer, index) => (
            <ComputerRow
              key={computer.id}
              computer={computer}
              name={names[index] ?? computer.name}
            />
          ))}
        </ComputerRows>
      )}
    </StateScreen>
  );
}

interface ActionsProps extends WrongDeviceProps {
  readonly canAsk: boolean;
  /** The most helpful link; undefined if the brand has none. */
  readonly first: 'reset' | 'contact' | undefined;
}

function Actions({ phase, canAsk, first }: ActionsProps) {
  const { info } = useLoaderContext();
  const copy = useCopy();
  const { links, state, wrongDevice, checkResults } = copy;
  const more = phase.changes === undefined ? {} : { more: changesText(copy, phase.changes) };
  return (
    <>
      {canAsk && <DeviceRequestButton />}
      {info.deviceRequest && !canAsk && (
        <p className="small">{fill(wrongDevice.notOffered, { brand: info.brand.name })}</p>
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
