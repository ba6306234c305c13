// Buttons that open the seller's links in the browser. A tooltip shows the address first. A link
// without an address is hidden.
import { ExternalLink } from 'lucide';
import { Fragment, useId, useState } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import type { LinkName } from '../../shared/loader-info.ts';
import { hostOf, shortened } from './host-of.ts';
import { fill, hasPlaceholders, piecesOf, type Unfilled } from '../../copy/sentences.ts';
import { Button, type ButtonProps } from '@latchkey/kit/Button.tsx';

/** A host may break into two lines, unlike the words beside it. */
function WithHost({ label, host }: { readonly label: Unfilled<'host'>; readonly host: string }) {
  return piecesOf(label).map(({ text, placeholder }, at) => (
    <Fragment key={at}>
      {text}
      {placeholder !== null && <bdi>{host}</bdi>}
    </Fragment>
  ));
}

export interface LinkButtonProps {
  readonly name: LinkName;
  readonly kind: ButtonProps['kind'];
  /** The link's host replaces {host}. */
  readonly label: string | Unfilled<'host'>;
}

export function LinkButton({ name, kind, label }: LinkButtonProps) {
  const address = useFirstContext().info.links[name];
  return address === undefined ? null : (
    <OpenButton name={name} address={address} kind={kind} label={label} />
  );
}

interface OpenButtonProps {
  readonly name: LinkName | 'download' | 'announcement';
  /** A web address: the tooltip shows it before the click. */
  readonly address: string;
  readonly kind: ButtonProps['kind'];
  readonly label: string | Unfilled<'host'>;
}

export function OpenButton({ name, address, kind, label }: OpenButtonProps) {
  const { bridge } = useFirstContext();
  const copy = useFirstCopy().links;
  const [failed, setFailed] = useState(false);
  const id = useId();
  const host = hostOf(address) ?? address;
  const open = async () => {
    const answer = await askBridge(bridge.openLink({ name }));
    setFailed(!answer.ok);
  };
  return (
    <>
      <span className="with-tip">
        <Button
          kind={kind}
          onClick={() => void open()}
          describedBy={id}
          {...(kind === 'quiet' ? {} : { icon: ExternalLink })}
        >
          {hasPlaceholders(label) ? <WithHost label={label} host={host} /> : label}
        </Button>
        <span className="tip" role="tooltip" id={id}>
          {fill(copy.tooltip, { address: shortened(address) })}
        </span>
      </span>
      {failed && (
        <p className="small" role="alert">
          {fill(copy.notOpened, { host })}
        </p>
      )}
    </>
  );
}
