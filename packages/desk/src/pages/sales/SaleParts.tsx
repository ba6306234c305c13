// The keys and the events of one order.
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import type { AnswerTo } from '../../client/seller.ts';
import type { Copy } from '../../copy/copy.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import { isMasked } from '../licenses/license.ts';
import { userHref } from '../users/user-link.ts';
import { eventText, type SaleEvent } from './sale.ts';

type SaleLicense = AnswerTo<'fetchsale'>['licenses'][number] & { readonly userid?: string };

const keyTones = {
  given: 'good',
  suspended: 'danger',
  off: 'neutral',
  deleted: 'neutral',
} as const;
type KeyState = keyof typeof keyTones;

interface SaleKeysProps {
  readonly licenses: readonly SaleLicense[];
}

export function SaleKeys({ licenses }: SaleKeysProps) {
  const { sale } = useCopy();
  return (
    <Sheet title={sale.keys}>
      {licenses.length === 0 ? (
        <SheetPart>
          <p className="small">{sale.noKeys}</p>
        </SheetPart>
      ) : (
        <Rows>
          {licenses.map((license, at) => (
            <KeyRow key={`${license.key} ${String(at)}`} license={license} />
          ))}
        </Rows>
      )}
    </Sheet>
  );
}

/** Masked and deleted keys have no page. */
function KeyRow({ license }: { readonly license: SaleLicense }) {
  const { sale } = useCopy();
  const { name } = useApplication();
  const { key, subscription, usedby } = license;
  const state = stateOf(license);
  return (
    <Row>
      <p className="with-chip">
        {isMasked(key) || state === 'deleted' ? (
          <bdi className="mono">{key}</bdi>
        ) : (
          <a className="mono sale-text" href={hrefOf(name, 'licenses', key)}>
            <bdi>{key}</bdi>
          </a>
        )}
        <Chip tone={keyTones[state]}>{sale.keyStates[state]}</Chip>
      </p>
      <p className="small">
        <bdi>{subscription}</bdi>
        {subscription !== null && ' · '}
        {usedby === null ? sale.unused : <Holder texts={sale} license={license} usedby={usedby} />}
      </p>
    </Row>
  );
}

/** The service can know more states than this page. */
function stateOf({ state }: SaleLicense): KeyState {
  return state === 'given' || state === 'suspended' || state === 'deleted' ? state : 'off';
}

interface HolderProps {
  readonly texts: Copy['sale'];
  readonly license: SaleLicense;
  readonly usedby: string;
}

function Holder({ texts, license: { userid }, usedby }: HolderProps) {
  const { name } = useApplication();
  return (
    <>
      {texts.redeemedBy}{' '}
      <a href={userHref(name, { username: usedby, userid })}>
        <bdi>{usedby}</bdi>
      </a>
    </>
  );
}

export function SaleEvents({ events }: { readonly events: readonly SaleEvent[] }) {
  const { copy, formats } = useLanguage();
  const { sale } = copy;
  return (
    <Sheet title={sale.events}>
      {events.length === 0 ? (
        <SheetPart>
          <p className="small">{sale.noEvents}</p>
        </SheetPart>
      ) : (
        <Rows>
          {events.map((event) => (
            <Row key={event.id}>
              <p>{eventText(copy, formats, event)}</p>
              <p className="small">
                <time>{formats.dateTime(event.at)}</time> ·{' '}
                <bdi className="mono">{event.event}</bdi>
              </p>
            </Row>
          ))}
        </Rows>
      )}
    </Sheet>
  );
}
