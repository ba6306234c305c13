// Shows the session's notice. Dismissing it sends the session's revision, so a newer notice stays.
import { Check, CircleAlert, CircleArrowUp, type IconNode } from 'lucide';
import { useCopy, useParts } from './bridge/loader-context.ts';
import type { Copy } from '../copy/copy.ts';
import { isOneCause, wordsFor } from '../copy/failure-words.ts';
import { inOneText } from '../copy/one-text.ts';
import { fill } from '../copy/sentences.ts';
import { bytesInWords } from '../copy/task-words.ts';
import { exitWords, renewedWords, updateWords } from '../copy/ready-words.ts';
import { Message } from '@latchkey/kit/Message.tsx';
import { SellerQuote } from './ui/SellerQuote.tsx';
import { SupportLine } from './ui/SupportLine.tsx';
import { OpenButton } from './ui/LinkButton.tsx';
import { useAnnouncement } from './ui/use-live-region.ts';
import { useServiceNow } from './ui/use-service-now.ts';
import { hostOf } from './ui/host-of.ts';
import { isAt } from '../shared/phases.ts';
import type { Failure } from '../shared/failure.ts';
import type { Notice, Session } from '../shared/session.ts';

interface NoticeWords {
  readonly well: boolean;
  readonly title: string;
  readonly text: string | null;
  /** Whether to show the support code. */
  readonly code: boolean;
}

type Shown = Exclude<Notice, { readonly kind: 'checked' }>;

/** Returns false for check results and for failures that the screen already shows. */
function isShownHere(copy: Copy, notice: Notice, shownFailure: Failure | null): notice is Shown {
  if (notice.kind === 'checked') return false;
  return (
    notice.kind !== 'failure' ||
    shownFailure === null ||
    !isOneCause(copy, notice.failure, shownFailure)
  );
}

function wordsOf(
  copy: Copy,
  notice: Shown,
  brand: string,
  inside: boolean,
  now: number | null,
): NoticeWords {
  if (notice.kind === 'update-soon')
    return { ...updateWords(copy, notice, brand, now), code: false };
  if (notice.kind === 'app-exited') return { ...exitWords(copy, notice, brand), code: false };
  if (notice.kind === 'name-changed') {
    const { nameChanged, nameChangedSignIn } = copy.notice;
    const title = fill(nameChanged, { name: notice.username });
    return { well: true, title, text: inside ? null : nameChangedSignIn, code: false };
  }
  if (notice.kind === 'uninstalled' || notice.kind === 'rest-removed') {
    const { uninstalled, uninstalledText, restRemoved, restRemovedText } = copy.delivery;
    const isRest = notice.kind === 'rest-removed';
    const title = isRest ? restRemoved : fill(uninstalled, { brand });
    const size = bytesInWords(copy, notice.freedBytes);
    const text = fill(isRest ? restRemovedText : uninstalledText, { size });
    return { well: true, title, text, code: false };
  }
  if (notice.kind === 'renewed') return { ...renewedWords(copy, notice), well: true, code: false };
  const { title, text, brief, noCode } = wordsFor(copy, notice.failure, {
    moment: 'background',
    brand,
  });
  return { well: false, title, text, code: brief === undefined && noCode === undefined };
}

function iconOf({ kind }: Shown, well: boolean): IconNode {
  if (kind === 'update-soon') return CircleArrowUp;
  return well ? Check : CircleAlert;
}

const minuteMs = 60_000;

export interface SessionNoticeProps {
  readonly session: Session;
  /** The failure that the screen already shows; the notice does not repeat it. */
  readonly shownFailure: Failure | null;
}

export function SessionNotice({ session, shownFailure }: SessionNoticeProps) {
  const { bridge, info } = useParts();
  const copy = useCopy();
  const { notice, revision } = session;
  const now = useServiceNow(minuteMs);
  const shown = notice !== null && isShownHere(copy, notice, shownFailure) ? notice : null;
  const words =
    shown === null
      ? null
      : wordsOf(copy, shown, info.brand.name, isAt(session.phase, 'inside'), now);
  useAnnouncement(words === null ? null : inOneText(copy, words.title, words.text));
  if (shown === null || words === null) return null;
  const failure = shown.kind === 'failure' ? shown.failure : null;
  return (
    <aside className="notice">
      <Message
        tone={words.well ? 'neutral' : 'warning'}
        icon={iconOf(shown, words.well)}
        title={words.title}
        text={words.text}
        dismiss={{
          label: copy.notice.dismiss,
          then: () => void bridge.dismissNotice({ revision }),
        }}
      >
        {shown.kind === 'update-soon' && <DownloadLink address={shown.download} />}
        {failure !== null && <SellerQuote text={failure.sellerText} />}
        {failure !== null && words.code && (
          <p className="tools">
            <SupportLine report={failure} what={failure.code} />
          </p>
        )}
      </Message>
    </aside>
  );
}

function DownloadLink({ address }: { readonly address: string | null }) {
  const { links } = useCopy();
  const host = hostOf(address);
  if (host === null) return null;
  return (
    <p className="tools">
      <OpenButton name="download" host={host} kind="quiet" label={links.download} />
    </p>
  );
}
