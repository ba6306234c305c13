// What a connection check found about the network or the service, unless the screen says it already. It is
// the last part of its screen, so that it moves nothing.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { checkTexts } from '../../copy/connection-check-texts.ts';
import { joinTitleAndText } from '../../copy/join-title-and-text.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { useAnnouncement } from './use-live-region.ts';

/** `shown`: the failure that the screen explains, or null. */
export function CheckFinding({ shown }: { readonly shown: FailureCode | null }) {
  const { info, session } = useLoaderContext();
  const copy = useCopy();
  const cause = session.connectionCheck?.cause ?? null;
  const isNew = cause !== null && cause.code !== shown;
  const texts = isNew ? checkTexts(copy, cause, info) : null;
  const found = texts === null ? null : joinTitleAndText(copy, texts.title, texts.text);
  useAnnouncement(found);
  return found === null ? null : <p className="small check-finding appear">{found}</p>;
}
