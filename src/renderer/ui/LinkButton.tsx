// Buttons that open the seller's links in the browser. A link without an address is hidden.
import { ExternalLink } from 'lucide';
import { useId, useState } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import type { LinkName } from '../../shared/loader-info.ts';
import { fill, hasPlaceholders, type Unfilled } from '../../copy/sentences.ts';
import { Button, type ButtonProps } from '@latchkey/kit/Button.tsx';

export interface LinkButtonProps {
  readonly name: LinkName;
  readonly kind: ButtonProps['kind'];
  /** The link's host replaces {host}. */
  readonly label: string | Unfilled<'host'>;
}

export function LinkButton({ name, kind, label }: LinkButtonProps) {
  const host = useLoaderContext().info.links[name];
  return host === undefined ? null : (
    <OpenButton name={name} host={host} kind={kind} label={label} />
  );
}

interface OpenButtonProps {
  readonly name: LinkName | 'download' | 'announcement';
  readonly host: string;
  readonly kind: ButtonProps['kind'];
  readonly label: string | Unfilled<'host'>;
}

export function OpenButton({ name, host, kind, label }: OpenButtonProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().links;
  const [failed, setFailed] = useState(false);
  const id = useId();
  // A tooltip shows the host if the label does not contain it.
  const tip = hasPlaceholders(label) ? null : fill(copy.leads, { host });
  const open = async () => {
    const answer = await askBridge(bridge.openLink({ name }));
    setFailed(!answer.ok);
  };
  const button = (
    <Button
      kind={kind}
      onClick={() => void open()}
      {...(tip === null ? {} : { describedBy: id })}
      {...(kind === 'quiet' ? {} : { icon: ExternalLink })}
    >
      {hasPlaceholders(label) ? fill(label, { host }) : label}
    </Button>
  );
  return (
    <>
      {tip === null ? (
        button
      ) : (
        <span className="with-tip">
          {button}
          <span className="tip" role="tooltip" id={id}>
            {tip}
          </span>
        </span>
      )}
      {failed && (
        <p className="small" role="alert">
          {fill(copy.notOpened, { host })}
        </p>
      )}
    </>
  );
}
