// The token for the shop's API, which is never shown, and whether test sales get keys.
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useLanguage } from '../../copy/language.ts';
import { compareShop, removeToken, setToken, switchTests } from './access-changes.ts';
import { needsToken, type Shop } from './shop.ts';

export function ShopAccess({ shop }: { readonly shop: Shop }) {
  const { shops, shopKinds } = useLanguage().copy;
  return (
    <Sheet title={shops.access}>
      <Rows>
        {shopKinds[shop.kind].token !== undefined && <TokenRow shop={shop} />}
        <TestsRow shop={shop} />
      </Rows>
    </Sheet>
  );
}

function TokenRow({ shop }: { readonly shop: Shop }) {
  const { copy, formats } = useLanguage();
  const { shops } = copy;
  const { api, kind, reconciled, found } = shop;
  const isSet = api === 1;
  return (
    <Row
      name={shops.token}
      tool={
        <span className="setting-tools">
          <ChangeButton kind="quiet" change={setToken(shop)}>
            {shops.setToken}
          </ChangeButton>
          {isSet && (
            <ChangeButton kind="quiet" change={compareShop(shop)}>
              {shops.compare}
            </ChangeButton>
          )}
          {isSet && !needsToken(kind) && (
            <ChangeButton kind="quiet" danger change={removeToken(shop)}>
              {shops.removeToken}
            </ChangeButton>
          )}
        </span>
      }
    >
      <p className="small">{isSet ? shops.tokenSet : shops.tokenNone}</p>
      {reconciled !== null && (
        <p className="small">
          {shops.compareLast(formats.dateTime(reconciled), formats.number(found))}
        </p>
      )}
    </Row>
  );
}

function TestsRow({ shop }: { readonly shop: Shop }) {
  const { shops } = useLanguage().copy;
  const isOn = shop.tests === 1;
  return (
    <Row
      name={shops.testSales}
      tool={
        <ChangeButton kind="quiet" change={switchTests(shop)}>
          {isOn ? shops.turnTestsOff : shops.turnTestsOn}
        </ChangeButton>
      }
    >
      <p className="small">{isOn ? shops.testsOn : shops.testsOff}</p>
    </Row>
  );
}
