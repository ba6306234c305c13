// Asks the service which release of the program this account is offered (contract 0.12): signed, and bound to the question.
import { type FailureFacts } from '../../../shared/failure.ts';
import { type CoreParts } from '../parts.ts';
import { type Turn } from '@latchkey/client/turn.ts';
import { type OfferedRelease, readOffer } from '@latchkey/client/offered-release.ts';

export type OfferAnswer =
  | { readonly ok: true; readonly offer: OfferedRelease | null }
  | { readonly ok: false; readonly facts: FailureFacts };

export type AskForRelease = (turn: Turn) => Promise<OfferAnswer>;

export function askForRelease(
  { log, serviceSession }: Pick<CoreParts, 'log' | 'serviceSession'>,
  platform: string,
  channel: string,
): AskForRelease {
  return async (turn) => {
    const reply = await serviceSession.requestSignedIn(turn, 'release', { platform, channel });
    if (!reply.ok) {
      const { facts } = reply.refusal;
      log.info('release not read', { code: facts.code });
      return { ok: false, facts };
    }
    const offer = readOffer(reply.value);
    return offer === 'bad' ? { ok: false, facts: { code: 'bad-reply' } } : { ok: true, offer };
  };
}
