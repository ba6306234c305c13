// Releases of the program and of the loader: who is offered which version.
import { Package } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import type { Column } from '@latchkey/kit/Table.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useList } from '../../client/list.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { Page } from '../../parts/Page.tsx';
import { useMay } from '../../session/application.ts';
import { PublishDialog } from './publish/PublishDialog.tsx';
import { prune, retract, rollOut, type Release } from './changes.tsx';

const tones = { published: 'good', retracted: 'danger', uploading: 'neutral' } as const;

export function ReleasesPage() {
  const { releases } = useCopy();
  const list = useList('fetchreleases', {});
  const mayChange = useMay('release');
  const [isPublishing, setPublishing] = useState(false);
  return (
    <Page
      title={releases.title}
      description={releases.text}
      actions={
        mayChange && (
          <>
            {list.rows.length > 0 && (
              <ChangeButton kind="outlined" change={prune}>
                {releases.prune}
              </ChangeButton>
            )}
            <Button kind="filled" onClick={() => setPublishing(true)}>
              {releases.publish.title}
            </Button>
          </>
        )
      }
    >
      <ListTable
        list={list}
        caption={releases.title}
        rowKey={idOf}
        columns={useColumns(mayChange)}
        empty={<Empty icon={Package} title={releases.empty} text={releases.emptyText} />}
      />
      {isPublishing && <PublishDialog onLeave={() => setPublishing(false)} />}
    </Page>
  );
}

function idOf({ kind, channel, platform, sequence }: Release): string {
  return [kind, channel, platform, sequence].join(' ');
}

function useColumns(mayChange: boolean): readonly Column<Release>[] {
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
    ...(mayChange ? [actionsColumn(releases.actions)] : []),
  ];
}

function actionsColumn(header: string): Column<Release> {
  return {
    key: 'actions',
    header,
    hidesHeader: true,
    numeric: true,
    cell: (release) => <Actions release={release} />,
  };
}

function State({ release: { state, required, feature } }: { readonly release: Release }) {
  const { releases } = useCopy();
  return (
    <span className="chips">
      <Chip tone={tones[state]}>{releases.states[state]}</Chip>
      {required && <Chip tone="warning">{releases.required}</Chip>}
      {feature !== undefined && <Chip tone="neutral">{releases.needs(feature)}</Chip>}
    </span>
  );
}

function Actions({ release }: { readonly release: Release }) {
  const { releases } = useCopy();
  const { state, version } = release;
  if (state === 'uploading') return null;
  const isRetracted = state === 'retracted';
  const verb = isRetracted ? releases.offerAgain : releases.retract;
  return (
    <span className="row-tools">
      {!isRetracted && (
        <ChangeButton
          kind="quiet"
          label={`${releases.changeRollout}: ${version}`}
          change={rollOut(release)}
        >
          {releases.changeRollout}
        </ChangeButton>
      )}
      <ChangeButton
        kind="quiet"
        danger={!isRetracted}
        label={`${verb}: ${version}`}
        change={retract(release)}
      >
        {verb}
      </ChangeButton>
    </span>
  );
}
