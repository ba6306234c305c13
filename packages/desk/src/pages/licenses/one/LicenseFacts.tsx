// The facts about a license.
import type { ReactNode } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { DescriptionList, type DescriptionListProps } from '@latchkey/kit/DescriptionList.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { hrefOf } from '../../../router/location.ts';
import { withQuery } from '../../../router/query.ts';
import { useApplication, useMay } from '../../../session/application.ts';
import { isMasked } from '../license.ts';
import { useWords } from '../use-plans.ts';
import { changeOfLicense } from '../changes.tsx';
import type { LicenseInfo } from './LicensePage.tsx';

interface LicenseFactsProps {
  readonly license: string;
  readonly info: LicenseInfo;
}

export function LicenseFacts({ license, info }: LicenseFactsProps) {
  const { one } = useCopy().licenses;
  return (
    <Sheet title={one.facts}>
      <SheetPart>
        <DescriptionList items={useFacts(license, info)} />
      </SheetPart>
    </Sheet>
  );
}

type Facts = DescriptionListProps['items'];

function useFacts(license: string, info: LicenseInfo): Facts {
  const { columns, one } = useCopy().licenses;
  const { dateTime } = useFormats();
  const words = useWords();
  const mayEdit = useMay('all');
  const open = useOpenChange();
  const isReseller = useApplication().role === 'reseller';
  const isRedeemed = info.usedon !== '';
  const duration = words.duration(info.duration);
  const editable = (value: ReactNode, field: 'note' | 'days') => (
    <span className="fact-with-button">
      {value}
      <Button
        kind="quiet"
        onClick={() => open(changeOfLicense(field, { license, info, isReseller }))}
      >
        {one[field].label}
      </Button>
    </span>
  );
  const note = <bdi>{info.note}</bdi>;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [columns.plan, <bdi key="plan">{words.plan(info.level)}</bdi>],
    [columns.duration, mayEdit && !isRedeemed ? editable(duration, 'days') : duration],
    [columns.banned, info.banned !== '' && <bdi key="banned">{info.banned}</bdi>],
    [columns.user, isRedeemed && <UserLink key="user" info={info} />],
    [columns.redeemed, isRedeemed && dateTime(info.usedon)],
    [columns.made, dateTime(info.creationdate)],
    [columns.madeBy, <bdi key="maker">{info.createdby}</bdi>],
    [columns.order, info.order !== '' && <OrderLink key="order" order={info.order} />],
    [columns.note, mayEdit ? editable(note, 'note') : info.note !== '' && note],
  ];
  return facts.flatMap(([term, value]) => (value === false ? [] : [{ term, value }]));
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
