// The bulk change that runs, with its progress and a button that cancels it, or the one that ended
// in the last day.
import { useState } from 'react';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { change, type MakeChange } from '../../changes/change.ts';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useAsk, type AnswerTo } from '../../client/seller.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { AuditSentence } from '../../parts/AuditSentence.tsx';
import { useRefresh } from '../../parts/use-refresh.ts';
import { may, useApplication } from '../../session/application.ts';

type Job = AnswerTo<'jobs'>['jobs'][number];

const shownSeconds = 86_400;

/** Draws nothing if no bulk change runs or has ended lately. */
export function BulkChange() {
  const { home } = useCopy();
  const { data, refetch } = useAsk('jobs', {});
  const [now] = useState(() => Date.now() / 1000);
  const jobs = (data?.jobs ?? []).filter(
    ({ state, ended }) => state === 'running' || Number(ended) > now - shownSeconds,
  );
  useRefresh(
    jobs.some(({ state }) => state === 'running'),
    () => void refetch(),
  );
  if (jobs.length === 0) return null;
  return (
    <Sheet title={home.bulkChange.title}>
      <Rows>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </Rows>
    </Sheet>
  );
}

const tones = {
  running: 'neutral',
  done: 'good',
  cancelled: 'warning',
  'not-allowed': 'danger',
} as const;

function JobRow({ job }: { readonly job: Job }) {
  const { copy, formats } = useLanguage();
  const { bulkChange } = copy.home;
  const application = useApplication();
  const { operation, detail, state, by } = job;
  const changed = formats.number(Number(job.changed));
  return (
    <Row
      name={<AuditSentence type={operation} detail={detail} label={by} />}
      mark={<Chip tone={tones[state]}>{bulkChange.states[state]}</Chip>}
      tool={
        state === 'running' &&
        may(application, 'all') && (
          <ChangeButton kind="outlined" danger change={cancelJob(job)}>
            {bulkChange.cancel}
          </ChangeButton>
        )
      }
    >
      <p className="small" role="status">
        {bulkChange.progress(formats.number(Number(job.rows)), changed)}
      </p>
      <p className="small">{bulkChange.begun(formats.dateTime(job.started))}</p>
    </Row>
  );
}

function cancelJob({ id }: Job): MakeChange {
  return ({ copy, formats }) => {
    const { bulkChange } = copy.home;
    return change({
      operation: 'canceljob',
      parameters: { id },
      words: {
        title: bulkChange.cancelTitle,
        text: bulkChange.cancelText,
        submit: bulkChange.cancel,
      },
      danger: true,
      done: ({ rows }) => bulkChange.cancelled(formats.number(Number(rows))),
    });
  };
}
