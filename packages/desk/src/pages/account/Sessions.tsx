// The sessions of the person, with buttons to end them.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Table } from '@latchkey/kit/Table.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import { useOwn, type OwnAnswer } from '../../client/own.ts';
import type { Copy } from '../../copy/copy.ts';
import { useLanguage } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { OwnChangeDialog } from '../../parts/OwnChangeDialog.tsx';
import { Part } from '../balance/Part.tsx';
import { agentOf } from '@latchkey/protocol/agent.ts';
import { EndOthers } from './EndOthers.tsx';

export type Session = OwnAnswer<'sessions'>['sessions'][number];

export function Sessions() {
  const { sessions: copy } = useLanguage().copy;
  const query = useOwn('sessions');
  const [ending, setEnding] = useState<Session | null>(null);
  const [endsOthers, setEndsOthers] = useState(false);
  const all = query.data?.sessions ?? [];
  const others = all.filter(({ isCurrent }) => !isCurrent);
  return (
    <Part
      title={copy.title}
      text={copy.text}
      action={
        others.length > 0 && (
          <Button kind="outlined" danger onClick={() => setEndsOthers(true)}>
            {copy.endOthers}
          </Button>
        )
      }
    >
      <Loaded query={query}>{() => <SessionTable sessions={all} end={setEnding} />}</Loaded>
      {ending !== null && <EndSession session={ending} onLeave={() => setEnding(null)} />}
      {endsOthers && <EndOthers others={others} onLeave={() => setEndsOthers(false)} />}
    </Part>
  );
}

interface SessionTableProps {
  readonly sessions: readonly Session[];
  readonly end: (session: Session) => void;
}

function SessionTable({ sessions, end }: SessionTableProps) {
  const { copy, formats } = useLanguage();
  const { sessions: texts } = copy;
  const now = useNow(30_000);
  return (
    <Table
      caption={texts.title}
      rows={sessions}
      rowKey={({ handle }) => handle}
      columns={[
        {
          key: 'browser',
          header: texts.browser,
          cell: ({ agent, isCurrent }) => (
            <span className="with-chip">
              <span className="strong">{browserText(texts, agent)}</span>
              {isCurrent && <Chip tone="good">{texts.current}</Chip>}
            </span>
          ),
        },
        { key: 'address', header: texts.address, cell: ({ ip }) => <bdi>{ip}</bdi> },
        {
          key: 'since',
          header: texts.since,
          secondary: true,
          cell: ({ createdAt }) => formats.dateTime(createdAt),
        },
        {
          key: 'seen',
          header: texts.seen,
          cell: ({ lastSeenAt }) => formats.relative(lastSeenAt, now),
        },
        {
          key: 'end',
          header: texts.actions,
          hidesHeader: true,
          numeric: true,
          cell: (session) => !session.isCurrent && <EndButton session={session} end={end} />,
        },
      ]}
      empty={null}
    />
  );
}

interface EndButtonProps {
  readonly session: Session;
  readonly end: (session: Session) => void;
}

function EndButton({ session, end }: EndButtonProps) {
  const { sessions } = useLanguage().copy;
  return (
    <Button
      kind="quiet"
      danger
      label={sessions.endOf(browserText(sessions, session.agent))}
      onClick={() => end(session)}
    >
      {sessions.end}
    </Button>
  );
}

interface EndSessionProps {
  readonly session: Session;
  readonly onLeave: () => void;
}

function EndSession({ session: { handle, agent }, onLeave }: EndSessionProps) {
  const { sessions: copy } = useLanguage().copy;
  return (
    <OwnChangeDialog
      type="endsession"
      parameters={{ handle }}
      title={copy.endTitle(browserText(copy, agent))}
      text={copy.endText}
      submit={copy.end}
      danger
      done={() => copy.endDone}
      onLeave={onLeave}
    />
  );
}

function browserText({ unknownBrowser, browserOn }: Copy['sessions'], agent: string): string {
  const { browser, system } = agentOf(agent);
  if (browser === null) return system ?? unknownBrowser;
  return system === null ? browser : browserOn(browser, system);
}
