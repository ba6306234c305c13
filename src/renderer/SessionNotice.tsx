// Shows the session's notice. Dismissing it sends the session's revision, so a newer notice stays.
import { Check, CircleAlert, CircleArrowUp, type IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { useCopy, useLoaderContext } from './bridge/loader-context.ts';
import type { Copy } from '../copy/copy.ts';
import { haveSameCause, failureTexts } from '../copy/failure-texts.ts';
import { joinTitleAndText } from '../copy/join-title-and-text.ts';
import { fill } from '../copy/sentences.ts';
import {
  isProgramNotice,
  programNoticeTexts,
  type ProgramNotice,
} from '../copy/program-notices.ts';
import { exitTexts, renewedTexts, updateTexts } from '../copy/ready-texts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useExpiry } from '@latchkey/kit/use-expiry.ts';
import { SellerQuote } from './ui/SellerQuote.tsx';
import { SupportLine } from './ui/SupportLine.tsx';
import { OpenButton } from './ui/LinkButton.tsx';
import { useAnnouncement } from './ui/use-live-region.ts';
import { useServiceNow } from './ui/use-service-now.ts';
import { hostOf } from './ui/host-of.ts';
import { isInGroup } from '../shared/phases.ts';
import type { Failure } from '../shared/failure.ts';
import type { Notice, Session } from '../shared/session.ts';

/** How long a notice is shown that only confirms a success. */
const confirmationMs = 8000;

interface NoticeContent {
  readonly well: boolean;
  readonly title: string;
  readonly text: string | null;
  /** Whether to show the support code. */
  readonly code: boolean;
}

type ShownNotice = Exclude<Notice, { readonly kind: 'checked' | 'account-created' }>;

/** Returns false for what the screen shows: check results, a new account, and some failures. */
function isShownHere(
  copy: Copy,
  notice: Notice,
  shownFailure: Failure | null,
): notice is ShownNotice {
  if (notice.kind === 'checked' || notice.kind === 'account-created') return false;
  return (
    notice.kind !== 'failure' ||
    shownFailure === null ||
    !haveSameCause(copy, notice.failure, shownFailure)
  );
}

function contentOf(
  copy: Copy,
  notice: ShownNotice,
  brand: string,
  isSignedIn: boolean,
  now: number | null,
): NoticeContent {
  if (notice.kind === 'update-soon')
    return { ...updateTexts(copy, notice, brand, now), code: false };
  if (notice.kind === 'app-exited') return { ...exitTexts(copy, notice, brand), code: false };
  if (notice.kind === 'name-changed') {
    const { nameChanged, nameChangedSignIn } = copy.notice;
    const title = fill(nameChanged, { name: notice.username });
    return { well: true, title, text: isSignedIn ? null : nameChangedSignIn, code: false };
  }
  if (isProgramNotice(notice))
    return { ...programNoticeTexts(copy, notice, brand), well: true, code: false };
  if (notice.kind === 'renewed')
    return { ...renewedTexts(copy, notice, now), well: true, code: false };
  const { title, text, brief, noCode } = failureTexts(copy, notice.failure, {
    operation: 'background',
    brand,
  });
  return { well: false, title, text, code: brief === undefined && noCode === undefined };
}

/** Returns true if the notice only reports a success, so that nothing is lost when it disappears. */
function isConfirmation(notice: ShownNotice, { well }: NoticeContent): boolean {
  return well && notice.kind !== 'update-soon' && !('remaining' in notice);
}

function iconOf({ kind }: ShownNotice, well: boolean): IconNode {
  if (kind === 'update-soon') return CircleArrowUp;
  return well ? Check : CircleAlert;
}

export interface SessionNoticeProps {
  readonly session: Session;
  /** The failure that the screen already shows; the notice does not repeat it. */
  readonly shownFailure: Failure | null;
}

export function SessionNotice({ session, shownFailure }: SessionNoticeProps) {
  const { bridge, info } = useLoaderContext();
  const copy = useCopy();
  const { notice, revision } = session;
  const now = useServiceNow();
  const shown = notice !== null && isShownHere(copy, notice, shownFailure) ? notice : null;
  const content =
    shown === null
      ? null
      : contentOf(copy, shown, info.brand.name, isInGroup(session.phase, 'inside'), now);
  useAnnouncement(content === null ? null : joinTitleAndText(copy, content.title, content.text));
  if (shown === null || content === null) return null;
  const failure = shown.kind === 'failure' ? shown.failure : null;
  const dismiss = () => void bridge.dismissNotice({ revision });
  return (
    <NoticeBox
      // Another notice gets the whole time.
      key={`${shown.kind} ${content.title}`}
      className={shown.kind === 'installed' ? 'notice success' : 'notice'}
      expires={isConfirmation(shown, content)}
      dismiss={dismiss}
    >
      <Message
        tone={content.well ? 'neutral' : 'warning'}
        icon={iconOf(shown, content.well)}
        title={content.title}
        text={content.text}
        dismiss={{ label: copy.notice.dismiss, onDismiss: dismiss }}
      >
        {shown.kind === 'update-soon' && <DownloadLink address={shown.download} />}
        {isProgramNotice(shown) && <ShowFiles notice={shown} />}
        {failure !== null && <SellerQuote text={failure.sellerText} />}
        {failure !== null && content.code && (
          <p className="tools">
            <SupportLine report={failure} situation={failure.code} />
          </p>
        )}
      </Message>
    </NoticeBox>
  );
}

interface NoticeBoxProps {
  readonly className: string;
  readonly expires: boolean;
  readonly dismiss: () => void;
  readonly children: ReactNode;
}

function NoticeBox({ className, expires, dismiss, children }: NoticeBoxProps) {
  const handlers = useExpiry(expires ? confirmationMs : null, dismiss);
  return (
    <aside className={className} {...handlers}>
      {children}
    </aside>
  );
}

function ShowFiles({ notice }: { readonly notice: ProgramNotice }) {
  const { bridge } = useLoaderContext();
  const { showFiles } = useCopy().delivery;
  if (!('remaining' in notice) || !notice.remaining.canShow) return null;
  return (
    <p className="tools">
      <Button kind="quiet" onClick={() => void bridge.showRemainingFiles({})}>
        {showFiles}
      </Button>
    </p>
  );
}

function DownloadLink({ address }: { readonly address: string | null }) {
  const { links } = useCopy();
  if (address === null || hostOf(address) === null) return null;
  return (
    <p className="tools">
      <OpenButton name="download" address={address} kind="quiet" label={links.download} />
    </p>
  );
}
