// The three steps that connect a shop. Once an event has arrived, only the address is left.
import { CircleCheck, CircleDashed } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useCopy } from '../../copy/language.ts';
import { CopyText } from '../../parts/CopyText.tsx';
import { addSecret } from './access-changes.ts';
import { mapProduct } from './changes.ts';
import type { Shop } from './shop.ts';

export function SetUp({ shop }: { readonly shop: Shop }) {
  const { shops } = useCopy();
  if (shop.lastevent !== null)
    return (
      <Sheet title={shops.connection}>
        <SheetPart>
          <Address shop={shop} />
        </SheetPart>
        <SheetPart>
          <details className="more">
            <summary>{shops.clicks}</summary>
            <Clicks shop={shop} />
          </details>
        </SheetPart>
      </Sheet>
    );
  return (
    <Sheet title={shops.setUp}>
      <ol className="rows shop-steps">
        <Step title={shops.steps.address} isDone={false}>
          <Address shop={shop} />
          <Clicks shop={shop} />
        </Step>
        <SecretStep shop={shop} />
        <ProductStep shop={shop} />
      </ol>
      <SheetPart>
        <p className="small">{shops.waiting}</p>
      </SheetPart>
    </Sheet>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  const { shops } = useCopy();
  return (
    <li className="row shop-step">
      <h3 className="with-chip">
        <Icon icon={isDone ? CircleCheck : CircleDashed} size={18} />
        {title}
        {isDone && <span className="unseen">{shops.done}</span>}
      </h3>
      {children}
    </li>
  );
}

/** The desk can have a host of its own, which shops cannot reach. */
function Address({ shop: { url, path } }: { readonly shop: Shop }) {
  const { shops } = useCopy();
  return (
    <>
      <CopyText label={shops.address} text={url ?? path} />
      {url === null && <p>{shops.addressPart}</p>}
      <p className="small">{shops.addressText}</p>
    </>
  );
}

/** What to click in the shop. */
function Clicks({ shop: { kind } }: { readonly shop: Shop }) {
  const { steps, events } = useCopy().shopKinds[kind];
  return (
    <ul className="shop-clicks">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
      {events !== undefined && (
        <li>
          <code translate="no">{events}</code>
        </li>
      )}
    </ul>
  );
}

function SecretStep({ shop }: { readonly shop: Shop }) {
  const { shops, shopKinds } = useCopy();
  const { secret } = shopKinds[shop.kind];
  if (secret === undefined) return null;
  return (
    <Step title={shops.steps.secret} isDone={shop.secrets.length > 0}>
      <p className="small">{secret}</p>
      {shop.secrets.length === 0 && (
        <div>
          <ChangeButton kind="outlined" change={addSecret(shop)}>
            {shops.addSecret}
          </ChangeButton>
        </div>
      )}
    </Step>
  );
}

function ProductStep({ shop }: { readonly shop: Shop }) {
  const { shops, shopKinds } = useCopy();
  return (
    <Step title={shops.steps.products} isDone={shop.products.length > 0}>
      <p className="small">{shopKinds[shop.kind].product}</p>
      {shop.products.length === 0 && (
        <div>
          <ChangeButton kind="outlined" change={mapProduct({ ...shop, products: [] })}>
            {shops.map}
          </ChangeButton>
        </div>
      )}
    </Step>
  );
}
