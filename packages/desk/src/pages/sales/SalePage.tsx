// One order: why it needs attention, its keys, its events, and its facts.
import { ShoppingCart, TriangleAlert } from 'lucide';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { DescriptionList } from '@latchkey/kit/DescriptionList.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { failureOf } from '@latchkey/web/failure.ts';
import { useAsk, type AnswerTo } from '../../client/seller.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { sendKeys } from './changes.ts';
import { mailText, numberOf, productsText, reasonsOf, shopOf, stateTones } from './sale.ts';
import { SaleFix } from './SaleFix.tsx';
import { SaleEvents, SaleKeys } from './SaleParts.tsx';

export function SalePage({ order }: { readonly order: string }) {
  const { sale: texts, sales } = useCopy();
  const { name } = useApplication();
  const mayChange = useMay('all');
  const query = useAsk('fetchsale', { order });
  const { data } = query;
  const back = { href: hrefOf(name, 'sales'), label: texts.back };
  if (query.isError && isUnknown(query.error))
    return (
      <Page title={sales.title} back={back}>
        <Empty
          icon={ShoppingCart}
          title={texts.notFound}
          text={texts.notFoundText}
          action={
            <ButtonLink kind="outlined" href={back.href}>
              {texts.back}
            </ButtonLink>
          }
        />
      </Page>
    );
  return (
    <Page
      title={texts.title(numberOf(order))}
      back={back}
      {...(!mayChange && { description: sales.readOnly })}
      {...(data !== undefined && {
        mark: <Chip tone={stateTones[data.state]}>{sales.states[data.state]}</Chip>,
        actions: mayChange && isSendable(data) && (
          <ChangeButton kind="outlined" change={sendKeys(data)}>
            {sales.send}
          </ChangeButton>
        ),
      })}
    >
      <Loaded query={query} lines={6}>
        {(sale) => <Parts sale={sale} />}
      </Loaded>
    </Page>
  );
}

/** Mails have the keys that are not refunded or suspended. */
function isSendable({ buyer, licenses }: AnswerTo<'fetchsale'>): boolean {
  return buyer !== '' && licenses.some(({ state }) => state === 'given');
}

function isUnknown(error: unknown): boolean {
  const { code } = failureOf(error);
  return code === 'order-unknown' || code === 'parameter-invalid';
}

function Parts({ sale }: { readonly sale: AnswerTo<'fetchsale'> }) {
  const copy = useCopy();
  const problems = reasonsOf(copy, sale);
  return (
    <div className="user-page">
      <div className="user-main">
        {problems.length > 0 && (
          <Message tone="warning" icon={TriangleAlert} title={problems.join(' ')}>
            <div>
              <SaleFix sale={sale} />
            </div>
          </Message>
        )}
        <SaleKeys licenses={sale.licenses} />
        <SaleEvents events={sale.events} />
      </div>
      <div className="user-side">
        <Facts sale={sale} />
      </div>
    </div>
  );
}

function Facts({ sale }: { readonly sale: AnswerTo<'fetchsale'> }) {
  const { copy, formats } = useLanguage();
  const { sale: texts, sales } = copy;
  const { columns } = sales;
  const items = [
    { term: columns.amount, value: formats.money(sale.amount, sale.currency) },
    { term: columns.buyer, value: <bdi>{sale.buyer === '' ? copy.frame.none : sale.buyer}</bdi> },
    { term: columns.product, value: <bdi>{productsText(copy, formats, sale)}</bdi> },
    { term: columns.mail, value: mailText(copy, sale) },
    { term: columns.shop, value: shopOf(copy, sale.order) },
    { term: columns.date, value: formats.dateTime(sale.created) },
    { term: texts.number, value: <bdi className="mono sale-text">{sale.order}</bdi> },
  ];
  return (
    <Sheet title={texts.facts}>
      <SheetPart>
        <DescriptionList items={items} />
      </SheetPart>
    </Sheet>
  );
}
