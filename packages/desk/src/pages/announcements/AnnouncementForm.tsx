// Form of an announcement, with a preview of what users see.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { change, type MakeChange } from '../../changes/change.ts';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { failureOf } from '@latchkey/web/failure.ts';
import { useChange } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { useAnnounce } from '../../parts/Announcements.tsx';
import { FailureMessage } from '../../parts/FailureMessage.tsx';
import { useUnloadQuestion } from '../../router/leaving.ts';
import { useRemembered } from '../../parts/use-remembered.ts';
import { useMay } from '../../session/application.ts';
import { readAnnouncement } from '@latchkey/protocol/announcement.ts';
import { problemOf, writeAnnouncement } from './announcement.ts';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import { Preview } from './Preview.tsx';

interface AnnouncementFormProps {
  readonly variable: string;
  /** Null if the variable does not exist. */
  readonly value: string | null;
}

export function AnnouncementForm({ variable, value }: AnnouncementFormProps) {
  const { announcements } = useCopy();
  const mayChange = useMay('all');
  const [draft, setDraft] = useDraft(variable, value ?? '');
  const [tried, setTried] = useState(false);
  const publication = usePublication(variable, value === null);
  const data = writeAnnouncement(draft);
  useUnloadQuestion(mayChange && data !== (value ?? ''));
  const wait = useWait(publication.isPending);
  const submit = async () => {
    setTried(true);
    if (problemOf(draft) !== null || publication.isPending) return;
    if (await publication.send(data)) setDraft(readAnnouncement(value ?? ''));
  };
  return (
    <form
      className="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="editor-fields">
        <AnnouncementFields
          draft={draft}
          onChange={mayChange ? setDraft : null}
          problem={tried ? problemOf(draft) : null}
        />
        {publication.error !== null && <FailureMessage failure={failureOf(publication.error)} />}
        {mayChange && (
          <Toolbar>
            <Button kind="filled" submit wait={wait} disabled={data === (value ?? '')}>
              {announcements.publish}
            </Button>
            {value !== null && value !== '' && (
              <ChangeButton kind="outlined" danger change={removal(variable)}>
                {announcements.remove}
              </ChangeButton>
            )}
          </Toolbar>
        )}
      </div>
      <Preview announcement={draft} />
    </form>
  );
}

function removal(variable: string): MakeChange {
  return ({ copy: { announcements } }) =>
    change({
      operation: 'editvar',
      parameters: { varid: variable, data: '' },
      words: {
        title: announcements.removeTitle,
        text: announcements.removeText,
        submit: announcements.remove,
        done: announcements.removed,
      },
      danger: true,
    });
}

/** An unpublished text returns with the page, until it is published. */
function useDraft(variable: string, value: string) {
  return useRemembered(`announcement ${variable} ${value}`, readAnnouncement(value));
}

/** Creates the variable if it does not exist yet. */
function usePublication(variable: string, isNew: boolean) {
  const { announcements } = useCopy();
  const announce = useAnnounce();
  const add = useChange('addvar');
  const edit = useChange('editvar');
  const send = async (data: string) => {
    const sent = isNew
      ? add.mutateAsync({ name: variable, data, authed: '1' })
      : edit.mutateAsync({ varid: variable, data });
    const isSent = (await sent.catch(() => null)) !== null;
    if (isSent) announce(announcements.published);
    return isSent;
  };
  return { send, isPending: add.isPending || edit.isPending, error: add.error ?? edit.error };
}
