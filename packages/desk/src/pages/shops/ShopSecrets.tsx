// The signing secrets of a shop, which are never shown.
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useLanguage } from '../../copy/language.ts';
import { addSecret, removeSecret } from './access-changes.ts';
import type { Shop } from './shop.ts';

export function ShopSecrets({ shop }: { readonly shop: Shop }) {
  const { shops, shopKinds } = useLanguage().copy;
  const { secrets, kind } = shop;
  if (shopKinds[kind].secret === undefined) return null;
  return (
    <Sheet
      title={shops.secrets}
      mark={
        <ChangeButton kind="outlined" change={addSecret(shop)}>
          {shops.addSecret}
        </ChangeButton>
      }
    >
      <Rows>
        {secrets.length === 0 && (
          <Row>
            <p className="small">{shops.secretsNone}</p>
          </Row>
        )}
        {secrets.map((secret) => (
          <SecretRow key={secret.id} shop={shop} secret={secret} />
        ))}
      </Rows>
    </Sheet>
  );
}

interface SecretRowProps {
  readonly shop: Shop;
  readonly secret: Shop['secrets'][number];
}

/** The last secret cannot be removed. */
function SecretRow({ shop, secret: { id, added } }: SecretRowProps) {
  const { copy, formats } = useLanguage();
  const { shops } = copy;
  return (
    <Row
      name={shops.secretName(id)}
      tool={
        shop.secrets.length > 1 && (
          <ChangeButton
            kind="quiet"
            danger
            label={shops.removeSecretOf(id)}
            change={removeSecret(shop, id)}
          >
            {shops.removeSecret}
          </ChangeButton>
        )
      }
    >
      <p className="small">{shops.secretAdded(formats.date(added))}</p>
    </Row>
  );
}
