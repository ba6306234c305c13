// Offers a newer loader: by a restart if it is verified and ready, otherwise by its download page.
// Without a restart, it is installed at the next start, which the text says.
import { CircleAlert, CircleArrowUp } from 'lucide';
import { useState } from 'react';
import { useCopy, useLoaderContext } from './bridge/loader-context.ts';
import { useCommand, type Command } from './bridge/use-command.ts';
import type { Copy } from '../copy/copy.ts';
import { failureTexts } from '../copy/failure-texts.ts';
import { joinTitleAndText } from '../copy/join-title-and-text.ts';
import { fill } from '../copy/sentences.ts';
import { allows } from '../shared/phases.ts';
import type { Failure } from '../shared/failure.ts';
import type { LoaderUpdate } from '../shared/loader-update.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { OpenButton } from './ui/LinkButton.tsx';
import { RestartButton } from './ui/RestartButton.tsx';
import { SupportLine } from './ui/SupportLine.tsx';
import { useAnnouncement } from './ui/use-live-region.ts';

function textsOf(copy: Copy, update: LoaderUpdate, failure: Failure | null, brand: string) {
  const { version } = update;
  if (failure !== null) return failureTexts(copy, failure, { operation: 'background', brand });
  const { ready, readyText } = copy.loaderUpdate;
  if (update.how === 'restart') return { title: ready, text: fill(readyText, { version }) };
  const { updateSoonNamed, updateHow } = copy.notice;
  return {
    title: fill(updateSoonNamed, { brand, version }),
    text: update.download === null ? updateHow : null,
  };
}

export function LoaderUpdateNotice({ update }: { readonly update: LoaderUpdate }) {
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const command = useCommand<null>();
  const [closed, setClosed] = useState<string | null>(null);
  const shown = `${update.version} ${update.how}`;
  const failure = update.failure ?? command.failure;
  const { phase } = session;
  // The screen of an outdated loader has the same button.
  const isHidden =
    closed === shown || phase.kind === 'update-required' || !allows(phase, 'updateLoader');
  const { title, text } = textsOf(copy, update, failure, info.brand.name);
  useAnnouncement(isHidden ? null : joinTitleAndText(copy, title, text));
  if (isHidden) return null;
  return (
    <aside className="notice" aria-label={title}>
      <Message
        tone={failure === null ? 'neutral' : 'warning'}
        icon={failure === null ? CircleArrowUp : CircleAlert}
        title={title}
        text={text}
        dismiss={{ label: copy.notice.dismiss, onDismiss: () => setClosed(shown) }}
      >
        <UpdateActions update={update} command={command} />
        {failure !== null && (
          <p className="tools">
            <SupportLine report={failure} situation={failure.code} />
          </p>
        )}
      </Message>
    </aside>
  );
}

interface UpdateActionsProps {
  readonly update: LoaderUpdate;
  readonly command: Command<null>;
}

/** SECURITY: the seller's notes are rendered as plain text. */
function UpdateActions({ update, command }: UpdateActionsProps) {
  const copy = useCopy();
  const [isOpen, setIsOpen] = useState(false);
  const { how, notes, download } = update;
  return (
    <>
      {isOpen && (
        <div
          className="notes"
          dir="auto"
          role="region"
          aria-label={copy.delivery.whatsNew}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must scroll it
          tabIndex={0}
        >
          {notes}
        </div>
      )}
      <p className="tools">
        {how === 'restart' && <RestartButton kind="quiet" command={command} />}
        {how === 'download' && download !== null && (
          <OpenButton name="download" address={download} kind="quiet" label={copy.links.download} />
        )}
        {notes !== '' && (
          <Button kind="quiet" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? copy.loaderUpdate.hideNotes : copy.delivery.whatsNew}
          </Button>
        )}
      </p>
    </>
  );
}
