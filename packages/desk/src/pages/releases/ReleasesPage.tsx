// Releases of the program and of the loader: who is offered which version.
import { Package } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList, type RowOf } from '../../client/list.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { Page } from '../../parts/Page.tsx';
import { useMay } from '../../session/application.ts';
import { PruneDialog } from './PruneDialog.tsx';
import { RetractDialog } from './RetractDialog.tsx';
import { RolloutDialog } from './RolloutDialog.tsx';

export type Release = RowOf<'fetchreleases'>;

const tones = { published: 'good', retracted: 'danger', uploading: 'neutral' } as const;

type Open =
  | { readonly dialog: 'rollout' | 'retract'; readonly release: Release }
  | { readonly dialog: 'prune' };

export function ReleasesPage() {
  const { releases } = useCopy();
  const list = useList('fetchreleases', {});
  const mayChange = useMay('release');
  const [open, setOpen] = useState<Open | null>(null);
  const leave = () => setOpen(null);
  return (
    <Page
      title={releases.title}
      description={releases.text}
      actions={
        mayChange &&
        list.rows.length > 0 && (
          <Button kind="outlined" onClick={() => setOpen({ dialog: 'prune' })}>
            {releases.prune}
          </Button>
        )
      }
    >
      <ListTable
        list={list}
        caption={releases.title}
        rowKey={idOf}
        columns={useColumns(mayChange ? (dialog, release) => setOpen({ dialog, release }) : null)}
        empty={<Empty icon={Package} title={releases.empty} text={releases.emptyText} />}
      />
      {open?.dialog === 'rollout' && <RolloutDialog release={open.release} onLeave={leave} />}
      {open?.dialog === 'retract' && <RetractDialog release={open.release} onLeave={leave} />}
      {open?.dialog === 'prune' && <PruneDialog onLeave={leave} />}
    </Page>
  );
}

function idOf({ kind, channel, platform, sequence }: Release): string {
  return [kind, channel, platform, sequence].join(' ');
}

type OpenDialog = (dialog: 'rollout' | 'retract', release: Release) => void;

function useColumns(open: OpenDialog | null): readonly Column<Release>[] {
  const { releases } = useCopy();
  const formats = useFormats();
  const { columns } = releases;
  return [
    {
      key: 'version',
      header: columns.version,
      cell: ({ version }) => <bdi className="headline">{version}</bdi>,
    },
    {
      key: 'kind',
      header: columns.kind,
      cell: ({ kind, platform }) => `${releases.kindOf(kind)}, ${platform}`,
    },
    {
      key: 'channel',
      header: columns.channel,
      secondary: true,
      cell: ({ channel }) => <bdi>{channel}</bdi>,
    },
    { key: 'state', header: columns.state, cell: (release) => <State release={release} /> },
    {
      key: 'rollout',
      header: columns.rollout,
      numeric: true,
      cell: ({ rollout, state }) => (state === 'published' ? formats.percent(rollout / 100) : ''),
    },
    {
      key: 'published',
      header: columns.published,
      numeric: true,
      secondary: true,
      cell: ({ publishedAt }) => publishedAt !== '' && <time>{formats.dateTime(publishedAt)}</time>,
    },
    ...(open === null ? [] : [actionsColumn(releases.actions, open)]),
  ];
}

function actionsColumn(header: string, open: OpenDialog): Column<Release> {
  return {
    key: 'actions',
    header,
    hidesHeader: true,
    numeric: true,
    cell: (release) => <Actions release={release} open={(dialog) => open(dialog, release)} />,
  };
}

function State({ release: { state, required } }: { readonly release: Release }) {
  const { releases } = useCopy();
  return (
    <span className="chips">
      <Chip tone={tones[state]}>{releases.states[state]}</Chip>
      {required && <Chip tone="warning">{releases.required}</Chip>}
    </span>
  );
}

interface ActionsProps {
  readonly release: Release;
  readonly open: (dialog: 'rollout' | 'retract') => void;
}

function Actions({ release: { state, version }, open }: ActionsProps) {
  const { releases } = useCopy();
  if (state === 'uploading') return null;
  const isRetracted = state === 'retracted';
  const retract = isRetracted ? releases.offerAgain : releases.retract;
  return (
    <span className="row-tools">
      {!isRetracted && (
        <Button
          kind="quiet"
          label={`${releases.changeRollout}: ${version}`}
          onClick={() => open('rollout')}
        >
          {releases.changeRollout}
        </Button>
      )}
      <Button
        kind="quiet"
        danger={!isRetracted}
        label={`${retract}: ${version}`}
        onClick={() => open('retract')}
      >
        {retract}
      </Button>
    </span>
  );
}
