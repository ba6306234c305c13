// Form of an announcement, with a preview of what users see.
import { CircleAlert } from 'lucide';
import { useState, type SubmitEvent } from 'react';
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useChange } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { useAnnounce } from '../../parts/Announcements.tsx';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { useMay } from '../../session/application.ts';
import { problemOf, readAnnouncement, writeAnnouncement } from './announcement.ts';
import { Preview } from './Preview.tsx';

interface AnnouncementFormProps {
  readonly variable: string;
  /** Null if the variable does not exist. */
  readonly value: string | null;
}

export function AnnouncementForm({ variable, value }: AnnouncementFormProps) {
  const language = useLanguage();
  const { announcements } = language.copy;
  const announce = useAnnounce();
  const mayChange = useMay('all');
  const [draft, setDraft] = useState(() => readAnnouncement(value ?? ''));
  const [tried, setTried] = useState(false);
  const [removing, setRemoving] = useState(false);
  const add = useChange('addvar');
  const edit = useChange('editvar');
  const data = writeAnnouncement(draft);
  const wait = useWait(add.isPending || edit.isPending);
  const problem = tried ? problemOf(draft) : null;
  const error = add.error ?? edit.error;
  const field = (name: keyof typeof draft) => ({
    label: announcements.fields[name],
    value: draft[name],
    readOnly: !mayChange,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (problemOf(draft) !== null || add.isPending || edit.isPending) return;
    const sent =
      value === null
        ? add.mutateAsync({ name: variable, data, authed: '1' })
        : edit.mutateAsync({ varid: variable, data });
    if ((await sent.catch(() => null)) !== null) announce(announcements.published);
  };
  return (
    <form className="editor" onSubmit={(event) => void submit(event)}>
      <div className="editor-fields">
        <Field
          {...field('title')}
          error={problem === 'title-long' ? announcements.problems[problem] : null}
          wrong={problem === 'title-long'}
        />
        <AreaField {...field('text')} rows={5} />
        <Field {...field('date')} type="date" />
        <Field
          {...field('url')}
          type="url"
          placeholder="https://"
          error={problem === 'url-wrong' ? announcements.problems[problem] : null}
          wrong={problem === 'url-wrong'}
        />
        {(problem === 'text-missing' || problem === 'too-long') && (
          <p className="form-error" role="alert">
            {announcements.problems[problem]}
          </p>
        )}
        {error !== null && (
          <Message
            tone="danger"
            icon={CircleAlert}
            alert
            title={failureText(language, failureOf(error))}
          />
        )}
        {mayChange && (
          <div className="toolbar">
            <Button kind="filled" submit wait={wait} disabled={data === (value ?? '')}>
              {announcements.publish}
            </Button>
            {value !== null && value !== '' && (
              <Button kind="outlined" danger onClick={() => setRemoving(true)}>
                {announcements.remove}
              </Button>
            )}
          </div>
        )}
      </div>
      <Preview announcement={draft} />
      {removing && (
        <ChangeDialog
          type="editvar"
          parameters={{ varid: variable, data: '' }}
          title={announcements.removeTitle}
          text={announcements.removeText}
          submit={announcements.remove}
          danger
          done={() => announcements.removed}
          onLeave={() => setRemoving(false)}
        />
      )}
    </form>
  );
}
