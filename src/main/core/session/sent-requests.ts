// Lists the last requests to the service, for the window.
// SECURITY: a value reaches the list only if its field is known to hold no secret. New fields, names
// of users and keys are never in it, because a user name can be a key.
import { type Sent } from '@latchkey/client/licensing.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import {
  maxSentRequests,
  type SentField,
  type SentRequest,
} from '../../../shared/sent-requests.ts';
import { oneLine } from '@latchkey/protocol/typed-text.ts';

export interface SentRequests {
  readonly add: (sent: Sent) => void;
  /** Newest first. */
  readonly list: () => readonly SentRequest[];
}

/** Fields without a secret: versions, kinds, and what people read about this computer. */
const shownFields: ReadonlySet<string> = new Set([
  'channel',
  'computer',
  'kind',
  'offline',
  'platform',
  'system',
  'ver',
]);

const maxValueLength = 60;

export function createSentRequests(clock: Pick<Clock, 'now'>): SentRequests {
  let requests: readonly SentRequest[] = [];
  return {
    add({ type, params, sentBytes, receivedBytes, trust, code }) {
      const fields = Object.entries(params)
        .filter(([name]) => name !== 'type')
        .map(([name, value]) => maskedField(name, value))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      const sizes = { sentBytes, receivedBytes };
      const request = { operation: type, at: clock.now(), fields, ...sizes, trust, code };
      requests = [request, ...requests].slice(0, maxSentRequests);
    },
    list: () => requests,
  };
}

function maskedField(name: string, value: string): SentField {
  if (shownFields.has(name)) return { name, value: oneLine(value, maxValueLength) };
  // The page may see as much of the device id, as the user may compare it with the seller.
  if (name === 'hwid') return { name, value: `${value.slice(0, 8)}…` };
  return { name, value: null };
}
