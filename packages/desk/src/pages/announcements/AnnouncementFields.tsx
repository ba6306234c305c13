// The fields of an announcement.
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../copy/language.ts';
import type { Announcement } from '@latchkey/protocol/announcement.ts';
import type { AnnouncementProblem } from './announcement.ts';

interface AnnouncementFieldsProps {
  readonly draft: Announcement;
  /** Null if the person may only read. */
  readonly onChange: ((draft: Announcement) => void) | null;
  readonly problem: AnnouncementProblem | null;
}

export function AnnouncementFields({ draft, onChange, problem }: AnnouncementFieldsProps) {
  const { announcements } = useCopy();
  const field = (name: keyof Announcement, problems: readonly AnnouncementProblem[]) => {
    const wrong = problem !== null && problems.includes(problem);
    return {
      label: announcements.fields[name],
      value: draft[name],
      readOnly: onChange === null,
      error: wrong ? announcements.problems[problem] : null,
      wrong,
      onChange: (event: { readonly target: { readonly value: string } }) =>
        onChange?.({ ...draft, [name]: event.target.value }),
    };
  };
  return (
    <>
      <Field {...field('title', ['title-long'])} />
      <AreaField {...field('text', ['text-missing', 'too-long'])} rows={5} />
      <Field {...field('date', [])} type="date" />
      <Field {...field('url', ['url-wrong'])} type="url" placeholder="https://" />
    </>
  );
}
