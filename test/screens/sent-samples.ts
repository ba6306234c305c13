// Samples of the list of the last requests.
import type { SentRequest } from '../../src/shared/sent-requests.ts';
import { nowMs } from './samples.ts';

const masked = (name: string) => ({ name, value: null });

export const sentSamples: readonly SentRequest[] = [
  {
    ...{ operation: 'check', at: nowMs - 4000, sentBytes: 412, receivedBytes: 1893 },
    fields: [masked('sessionid')],
    ...{ trust: 'verified', code: null },
  },
  {
    ...{ operation: 'login', at: nowMs - 64_000, sentBytes: 588, receivedBytes: 214 },
    fields: [
      { name: 'computer', value: 'studio-pc' },
      { name: 'hwid', value: '3fa9c1d2…' },
      masked('pass'),
      masked('sessionid'),
      { name: 'system', value: 'Linux' },
      masked('username'),
    ],
    ...{ trust: 'verified', code: 'bad-credentials' },
  },
  {
    ...{ operation: 'init', at: nowMs - 70_000, sentBytes: 301, receivedBytes: null },
    fields: [{ name: 'ver', value: '1.0' }],
    ...{ trust: 'not-reached', code: 'refused-connection' },
  },
];
