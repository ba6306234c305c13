// The facts about a license.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { DescriptionList } from '@latchkey/kit/DescriptionList.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { hrefOf } from '../../../router/location.ts';
import { withQuery } from '../../../router/query.ts';
import { useApplication, useMay } from '../../../session/application.ts';
import { isMasked } from '../license.ts';
import { useWords } from '../use-plans.ts';
import { DaysDialog, NoteDialog } from './edit-dialogs.tsx';
import type { LicenseInfo } from './LicensePage.tsx';

interface LicenseFactsProps {
  readonly license: string;
  readonly info: LicenseInfo;
}

export function LicenseFacts({ license, info }: LicenseFactsProps) {
  const { licenses } = useCopy();
  const { columns, one } = licenses;
  const { dateTime } = useFormats();
  const words = useWords();
  const mayEdit = useMay('all');
  const [open, setOpen] = useState<'note' | 'days' | null>(null);
  const items = [
    { term: columns.plan, value: <bdi>{words.plan(info.level)}</bdi> },
    {
      term: columns.duration,
      value: (
        <span className="fact-with-button">
          {words.duration(info.duration)}
          {mayEdit && info.usedon === '' && (
            <Button kind="quiet" onClick={() => setOpen('days')}>
              {one.editDays}
            </Button>
          )}
        </span>
      ),
    },
    ...(info.banned === '' ? [] : [{ term: columns.banned, value: <bdi>{info.banned}</bdi> }]),
    ...(info.usedby === '' && info.usedon === ''
      ? []
      : [
          { term: columns.user, value: <UserLink info={info} /> },
          { term: columns.redeemed, value: info.usedon === '' ? '' : dateTime(info.usedon) },
        ]),
    { term: columns.made, value: dateTime(info.creationdate) },
    { term: columns.madeBy, value: <bdi>{info.createdby}</bdi> },
    ...(info.order === ''
      ? []
      : [{ term: columns.order, value: <OrderLink order={info.order} /> }]),
    {
      term: columns.note,
      value: (
        <span className="fact-with-button">
          <bdi>{info.note}</bdi>
          {mayEdit && (
            <Button kind="quiet" onClick={() => setOpen('note')}>
              {one.editNote}
            </Button>
          )}
        </span>
      ),
    },
  ];
  const leave = () => setOpen(null);
  return (
    <Sheet title={one.facts}>
      <SheetPart>
        <DescriptionList items={items} />
      </SheetPart>
      {open === 'note' && <NoteDialog license={license} note={info.note} onLeave={leave} />}
      {open === 'days' && <DaysDialog license={license} seconds={info.duration} onLeave={leave} />}
    </Sheet>
  );
}

/** Users whose name is masked are addressed by their id. */
function UserLink({ info: { usedby, userid } }: { readonly info: LicenseInfo }) {
  const { name } = useApplication();
  const mayOpen = useMay('read');
  const { frame } = useCopy();
  if (usedby === '') return frame.none;
  if (!mayOpen || (isMasked(usedby) && userid === undefined)) return <bdi>{usedby}</bdi>;
  return (
    <a href={hrefOf(name, 'users', userid ?? usedby)}>
      <bdi>{usedby}</bdi>
    </a>
  );
}

/** Resellers search their list for the order, too. */
function OrderLink({ order }: { readonly order: string }) {
  const { name, role } = useApplication();
  const mayList = useMay('read') || role === 'reseller';
  if (!mayList) return <bdi>{order}</bdi>;
  return (
    <a href={withQuery(hrefOf(name, 'licenses'), { text: order })}>
      <bdi>{order}</bdi>
    </a>
  );
}
