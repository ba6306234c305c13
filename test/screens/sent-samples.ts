// Samples of the list of the last requests.
import type { SentRequest } from '../../src/shared/sent-requests.ts';
import { nowMs } from './samples.ts';

const masked = (name: string) => ({ name, value: null });

export const sentSamples: readonly SentRequest[] = [
  {
    ...{ operation: 'check', at: nowMs - 4000, times: 12, sentBytes: 512, receivedBytes: 1893 },
    fields: [masked('sessionid')],
    ...{ trust: 'verified', code: null },
  },
  {
    ...{ operation: 'login', at: nowMs - 64_000, times: 1, sentBytes: 768, receivedBytes: 214 },
    fields: [
      masked('computer'),
      masked('hwid'),
      masked('pass'),
      masked('sessionid'),
      { name: 'system', value: 'Linux' },
      masked('username'),
    ],
    ...{ trust: 'verified', code: 'bad-credentials' },
  },
  {
    ...{ operation: 'init', at: nowMs - 70_000, times: 1, sentBytes: 512, receivedBytes: null },
    fields: [{ name: 'ver', value: '1.0' }],
    ...{ trust: 'not-reached', code: 'refused-connection' },
  },
];
