// Draws the notice of the snapshot, and dismisses it by its revision so that a newer one is never lost.
import { useParts } from './bridge/loader-context.ts';
import { exitWords } from './copy/notices.ts';
import { wordsFor } from './copy/failures.ts';
import { NoticeLine, noticeIcons } from './ui/Notices.tsx';
import { SellerQuote } from './ui/SellerQuote.tsx';
import { SupportLine } from './ui/SupportLine.tsx';
import type { Session } from '../shared/session.ts';

export function SessionNotice({ session }: { readonly session: Session }) {
  const { bridge, info } = useParts();
  const { notice, revision } = session;
  // What a check found is said where it was asked for.
  if (notice === null || notice.kind === 'checked') return null;
  const dismiss = () => {
    void bridge.dismissNotice({ revision });
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  if (notice.kind === 'app-exited') {
    const { well, title, text } = exitWords(notice, info.brand.name);
    return (
      <NoticeLine
        tone={well ? 'neutral' : 'warning'}
        icon={well ? noticeIcons.done : noticeIcons.fault}
        title={title}
        text={text}
        dismiss={dismiss}
      />
    );
  }
  const { failure } = notice;
  const words = wordsFor(failure, { moment: 'background', brand: info.brand.name });
  return (
    <NoticeLine
      tone="warning"
      icon={noticeIcons.fault}
      title={words.title}
      text={words.text}
      dismiss={dismiss}
    >
      <SellerQuote text={failure.sellerText} />
      <p className="tools">
        <SupportLine report={failure} what={failure.code} />
      </p>
    </NoticeLine>
  );
}
