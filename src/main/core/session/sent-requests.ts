// Lists the last requests to the service, for the window.
// SECURITY: a value reaches the list only if its field is known to hold no secret. New fields, names
// of users and computers, ids and keys are never in it, because a user name can be a key.
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

/** Fields without a secret: versions, kinds and the operating system. */
const shownFields: ReadonlySet<string> = new Set([
  'channel',
  'kind',
  'offline',
  'platform',
  'system',
  'ver',
]);

const maxValueLength = 60;

/** SECURITY: exact sizes would reveal the length of a password. */
const sizeStep = 256;

export function createSentRequests(clock: Pick<Clock, 'now'>): SentRequests {
  let requests: readonly SentRequest[] = [];
  return {
    add({ type, params, sentBytes, receivedBytes, trust, code }) {
      const fields = Object.entries(params)
        .filter(([name]) => name !== 'type')
        .map(([name, value]) => maskedField(name, value))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      const sizes = { sentBytes: Math.ceil(sentBytes / sizeStep) * sizeStep, receivedBytes };
      const outcome = { fields, ...sizes, trust, code };
      const request = { operation: type, at: clock.now(), times: 1, ...outcome };
      const [newest, ...older] = requests;
      requests =
        newest !== undefined && code === null && isRepeated(newest, request)
          ? [{ ...request, times: newest.times + 1 }, ...older]
          : [request, ...requests].slice(0, maxSentRequests);
    },
    list: () => requests,
  };
}

/** Accepted requests of the same operation are one row, so that polling does not displace others. */
function isRepeated(newest: SentRequest, { operation, trust }: SentRequest): boolean {
  return newest.code === null && newest.operation === operation && newest.trust === trust;
}

function maskedField(name: string, value: string): SentField {
  if (shownFields.has(name)) return { name, value: oneLine(value, maxValueLength) };
  return { name, value: null };
}
