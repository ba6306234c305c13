// One connected shop: how to connect it, what its products give, its secrets, mail and events.
import { Store, TriangleAlert } from 'lucide';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import { removeShop } from './changes.ts';
import { SetUp } from './SetUp.tsx';
import { nameOfShop, problemsOf, type Shop } from './shop.ts';
import { ShopAccess } from './ShopAccess.tsx';
import { ShopEvents } from './ShopEvents.tsx';
import { ShopMail } from './ShopMail.tsx';
import { ShopProducts } from './ShopProducts.tsx';
import { ShopSecrets } from './ShopSecrets.tsx';

/** An application has at most 100 shops. */
const allShops = { limit: '100' };

export function ShopPage({ id }: { readonly id: string }) {
  const copy = useCopy();
  const { shops } = copy;
  const { name } = useApplication();
  const query = useAsk('fetchallshops', allShops);
  const shop = query.data?.shops.find((one) => one.shop === id);
  const back = { href: hrefOf(name, 'shops'), label: shops.title };
  if (shop !== undefined) return <KnownShop shop={shop} back={back} />;
  return (
    <Page title={shops.title} back={back}>
      <Loaded query={query} lines={6}>
        {() => (
          <Empty
            icon={Store}
            title={shops.notFound}
            text={shops.notFoundText}
            action={
              <ButtonLink kind="outlined" href={back.href}>
                {shops.title}
              </ButtonLink>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

interface KnownShopProps {
  readonly shop: Shop;
  readonly back: { readonly href: string; readonly label: string };
}

function KnownShop({ shop, back }: KnownShopProps) {
  const copy = useCopy();
  return (
    <Page
      title={nameOfShop(copy, shop)}
      back={back}
      actions={
        <ChangeButton kind="outlined" danger change={removeShop(shop)}>
          {copy.shops.remove}
        </ChangeButton>
      }
    >
      <Problems shop={shop} />
      <SetUp shop={shop} />
      <ShopProducts shop={shop} />
      <div className="halves">
        <ShopMail shop={shop} />
        <ShopSecrets shop={shop} />
        <ShopAccess shop={shop} />
      </div>
      <ShopEvents shop={shop} />
    </Page>
  );
}

function Problems({ shop }: { readonly shop: Shop }) {
  const problems = problemsOf(useCopy(), shop);
  if (problems.length === 0) return null;
  return <Message tone="warning" icon={TriangleAlert} title={problems.join(' ')} />;
}
