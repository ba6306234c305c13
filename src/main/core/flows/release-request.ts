// Requests the release offer of this account (docs/protocol.md#release-offers), which is signed and
// bound to the request.
import { type FailureFacts } from '../../../shared/failure.ts';
import { readOffer } from '@latchkey/client/offered-release.ts';
import { type Turn } from '@latchkey/client/turn.ts';
import type { InstalledProgram, ProgramOffer } from '../delivery/ports.ts';
import { type CoreParts } from '../parts.ts';
import { type DeliveryHost } from './delivery-types.ts';

export type OfferAnswer =
  | {
      readonly ok: true;
      readonly offer: ProgramOffer | null;
      /** There is a release, and it requires a feature that the account lacks. */
      readonly isWithheld?: boolean;
    }
  | { readonly ok: false; readonly facts: FailureFacts };

/** With `repaired`, requests that release; the offer is null if the service has it no longer. */
export type RequestRelease = (
  turn: Turn,
  repaired?: InstalledProgram | null,
) => Promise<OfferAnswer>;

/**
 * Without a release for the loader's own platform, requests one for the platform that the system
 * emulates, but never over an installed release of its own.
 */
export function createReleaseRequest(
  { log, serviceSession }: Pick<CoreParts, 'log' | 'serviceSession'>,
  { platform, emulatedPlatform }: Pick<DeliveryHost, 'platform' | 'emulatedPlatform'>,
  channel: string,
  installed: () => InstalledProgram | null,
): RequestRelease {
  const requestFor = async (
    turn: Turn,
    emulated: string | undefined,
    more: { readonly sequence?: string; readonly manifest?: string } = {},
  ): Promise<OfferAnswer> => {
    const line = { channel, platform: emulated ?? platform };
    const reply = await serviceSession.requestSignedIn(turn, 'release', { ...line, ...more });
    if (!reply.ok) {
      const { facts } = reply.refusal;
      log.info('release not read', { code: facts.code });
      return { ok: false, facts };
    }
    const offer = readOffer(reply.value);
    if (offer === 'bad') return { ok: false, facts: { code: 'bad-reply' } };
    const marked = offer !== null && emulated !== undefined ? { ...offer, emulated } : offer;
    return { ok: true, offer: marked, isWithheld: reply.value.needs !== undefined };
  };
  const requestRepair = async (
    turn: Turn,
    { emulated, sequence, manifestSha256 }: InstalledProgram,
  ): Promise<OfferAnswer> => {
    const answer = await requestFor(turn, emulated, {
      sequence: String(sequence),
      // For a release whose feature the account has no longer.
      manifest: manifestSha256,
    });
    // A service that does not know `sequence` answers the current release.
    const isOther = answer.ok && answer.offer?.manifestSha256 !== manifestSha256;
    return isOther ? { ok: true, offer: null } : answer;
  };
  return async (turn, repaired = null) => {
    if (repaired !== null) return requestRepair(turn, repaired);
    const own = await requestFor(turn, undefined);
    if (!own.ok || own.offer !== null || own.isWithheld || emulatedPlatform === null) return own;
    const program = installed();
    const isOwnInstalled = program !== null && program.emulated === undefined;
    return isOwnInstalled ? own : requestFor(turn, emulatedPlatform);
  };
}
