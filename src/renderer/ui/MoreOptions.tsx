// The menu "More options" of an account state. Hidden if it would be empty.
import { useState } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { hostOf, shortened } from './host-of.ts';
import { Menu, type MenuItem } from '@latchkey/kit/Menu.tsx';

type StateLink = 'contact' | 'reset';

export interface MoreOptionsProps {
  /** Links to open in the browser. Those without an address are left out. */
  readonly links?: readonly StateLink[];
  readonly items: readonly MenuItem[];
}

export function MoreOptions({ links = [], items }: MoreOptionsProps) {
  const { bridge, info } = useLoaderContext();
  const copy = useCopy();
  const [failedHost, setFailedHost] = useState<string | null>(null);
  const open = async (name: StateLink, host: string) => {
    const answer = await askBridge(bridge.openLink({ name }));
    setFailedHost(answer.ok ? null : host);
  };
  const linkItems = links.flatMap((name): readonly MenuItem[] => {
    const address = info.links[name];
    if (address === undefined) return [];
    const host = hostOf(address) ?? address;
    const label = fill(copy.links[name], { host });
    const detail = fill(copy.links.tooltip, { address: shortened(address) });
    return [{ label, detail, disabledReason: null, choose: () => void open(name, host) }];
  });
  const all = [...linkItems, ...items];
  if (all.length === 0) return null;
  const { moreOptions } = copy.state;
  return (
    <>
      <Menu buttonLabel={moreOptions} label={moreOptions} items={all}>
        {moreOptions}
      </Menu>
      {failedHost !== null && (
        <p className="small" role="alert">
          {fill(copy.links.notOpened, { host: failedHost })}
        </p>
      )}
    </>
  );
}
