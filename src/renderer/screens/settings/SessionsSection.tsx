// Lists where the user is signed in, with buttons to end the other sessions.
import { useRef, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row } from '@latchkey/kit/Rows.tsx';
import { SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { computerName, sessionFacts } from '../../../copy/computer-texts.ts';
import { fill } from '../../../copy/sentences.ts';
import type { OwnSession } from '../../../shared/computers.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { useServiceNow } from '../../ui/use-service-now.ts';
import { ServiceList } from './ServiceList.tsx';
import { useList } from './use-list.ts';

export function SessionsSection({ canEnd }: { readonly canEnd: boolean }) {
  const { announce, bridge } = useLoaderContext();
  const copy = useCopy();
  const { sessions: texts } = copy;
  const state = useList<OwnSession>('readSessions', () => bridge.readSessions({}));
  const command = useCommand<readonly OwnSession[]>();
  const title = useRef<HTMLHeadingElement>(null);
  const [hasEnded, setHasEnded] = useState(false);
  /** Null ends all other sessions. */
  const end = async (one: OwnSession | null) => {
    const answer = await command.run(() => bridge.endSessions({ id: one?.id ?? null }));
    if (answer?.ok !== true) return;
    state.setList(answer.value);
    setHasEnded(true);
    title.current?.focus();
    const name = computerName(copy, one?.computer ?? '');
    announce(one === null ? texts.othersEnded : fill(texts.ended, { name }));
  };
  const isDisabled = command.pending || !state.canRead;
  const others = state.list?.filter(({ current }) => !current) ?? [];
  const { failure } = command;
  return (
    <ServiceList
      title={texts.title}
      titleRef={title}
      {...(canEnd && (others.length > 0 || hasEnded) && { text: texts.savedElsewhere })}
      readingText={texts.reading}
      state={state}
      row={(session) => (
        <SessionRow
          key={session.id}
          session={session}
          isDisabled={isDisabled}
          end={canEnd && !session.current ? () => void end(session) : null}
        />
      )}
    >
      {canEnd && others.length > 1 && (
        <EndOthers isDisabled={isDisabled} end={() => void end(null)} />
      )}
      {failure !== null && (
        <FailureBox key={failure.reportId} failure={failure} operation="screen" />
      )}
    </ServiceList>
  );
}

interface EndOthersProps {
  readonly isDisabled: boolean;
  readonly end: () => void;
}

function EndOthers({ isDisabled, end }: EndOthersProps) {
  return (
    <SheetPart>
      <Tools>
        <Button kind="outlined" danger disabled={isDisabled} onClick={end}>
          {useCopy().sessions.endOthers}
        </Button>
      </Tools>
    </SheetPart>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly isDisabled: boolean;
  /** Null if the session cannot be ended here. */
  readonly end: (() => void) | null;
}

function SessionRow({ session, isDisabled, end }: SessionRowProps) {
  const copy = useCopy();
  const { sessions: texts, computers } = copy;
  const { info } = useLoaderContext();
  const now = useServiceNow();
  const own = session.current ? info.computer : undefined;
  const name = computerName(copy, session.computer, own);
  return (
    <Row
      name={name}
      mark={session.current && <Chip tone="good">{computers.current}</Chip>}
      tool={
        end === null ? undefined : (
          <Button
            kind="outlined"
            danger
            disabled={isDisabled}
            label={fill(texts.endOne, { name })}
            onClick={end}
          >
            {texts.end}
          </Button>
        )
      }
    >
      <p className="small">{sessionFacts(copy, session, now)}</p>
    </Row>
  );
}
