// Faults of the network and the service, for tests of the connection check.
import type { CheckCause, CheckLine } from '../../src/shared/connection-check.ts';
import type { Probes } from '../../src/main/core/connection-check/ports.ts';
import type { HttpFault } from '@latchkey/client/ports.ts';
import { goodCertificate } from '../support/fake-check-host.ts';
import { refusal, type Scripted } from '../support/fake-http.ts';
import type { Fault } from './connection-check-parts.ts';

/** The name, the cause, the check that finds it, and how to make it. */
export type FaultRow = readonly [string, CheckCause['code'], CheckLine['id'], readonly Fault[]];

export const fails =
  (fault: HttpFault): Fault =>
  ({ http }) =>
    http.on('init', { fault });
export const answers =
  (text: string, headers?: Record<string, string>): Fault =>
  ({ http }) =>
    http.on('init', { status: 200, text, ...(headers !== undefined && { headers }) });
export const probes =
  (replaced: Partial<Probes>): Fault =>
  ({ host }) =>
    Object.assign(host.probes, replaced);
export const certificate = (facts: object): Fault =>
  probes({ certificate: () => ({ ...goodCertificate, ...facts }) });
export const noCertificate = probes({ certificate: () => null });
export const refuses =
  (reason: string, more: object = {}): Fault =>
  ({ http }) =>
    http.on('init', refusal(reason, more));
export const probe =
  (scripted: Scripted): Fault =>
  ({ http }) =>
    http.on('', scripted);
export const page = { status: 200, text: '<html>' };
export const networkError = (name: string): Fault => probes({ networkError: () => name });
export const silence: Fault = ({ http }) => http.on('init', 'never');
export const localRoot = { isKnownRoot: false, issuer: 'ESET SSL Filter CA' };
