// The facts about a user beside their page.
import { DescriptionList } from '@latchkey/kit/DescriptionList.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useLanguage } from '../../../copy/language.ts';
import { Ago } from '../list/cells.tsx';
import { redeemedKeys, type Plan, type UserFacts } from './user-state.ts';

interface FactsProps {
  readonly facts: UserFacts;
  readonly subs: readonly Plan[];
}

export function Facts({ facts, subs }: FactsProps) {
  const { copy, formats } = useLanguage();
  const { user: texts, frame } = copy;
  const keys = redeemedKeys(subs);
  const { hasemail, createdate, lastlogin, ip, sessions, deletesat } = facts;
  return (
    <Sheet title={texts.facts}>
      <SheetPart>
        <DescriptionList
          items={[
            { term: texts.lastLogin, value: <Ago at={lastlogin} /> },
            {
              term: texts.sessions,
              value: formats.number(sessions),
            },
            {
              term: texts.address,
              value: ip === null ? frame.none : <span className="mono">{ip}</span>,
            },
            { term: texts.email, value: hasemail ? texts.emailSet : texts.emailNone },
            { term: texts.twoFactor, value: <TwoFactor facts={facts} /> },
            ...(deletesat === null
              ? []
              : [{ term: texts.deletion, value: texts.willBeDeleted(formats.date(deletesat)) }]),
            { term: texts.created, value: <time>{formats.date(createdate)}</time> },
            {
              term: texts.keys,
              value:
                keys.length === 0 ? (
                  frame.none
                ) : (
                  <ul className="keys">
                    {keys.map((key) => (
                      <li key={key}>
                        <bdi className="mono">{key}</bdi>
                      </li>
                    ))}
                  </ul>
                ),
            },
          ]}
        />
      </SheetPart>
    </Sheet>
  );
}

function TwoFactor({ facts }: Pick<FactsProps, 'facts'>) {
  const { copy, formats } = useLanguage();
  const { user: texts } = copy;
  const { twofactor, recoverycodes } = facts;
  if (!twofactor) return texts.off;
  return recoverycodes === '0' ? texts.on : texts.onWith(formats.number(recoverycodes));
}
