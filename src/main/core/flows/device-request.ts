// Asks the brand through a webhook, without a sign-in, to move an account to this computer.
// SECURITY: sends the displayed name and the short device id, never a key, password or full id.
import { createHmac } from 'node:crypto';
import { fold } from '@latchkey/protocol/fold.ts';
import { fail, ok, type FailureFacts, type Result } from '../../../shared/failure.ts';
import { type DeviceRequest } from '../../../shared/device-request.ts';
import { type Action } from '../command-runner.ts';
import { serviceHash } from '../session/service-hash.ts';
import { noteUnsupported } from './unsupported.ts';
import { type CoreParts } from '../parts.ts';

export type DeviceRequestParts = Pick<
  CoreParts,
  'clock' | 'config' | 'device' | 'failures' | 'publisher' | 'serviceSession' | 'state'
>;

/** People read these requests, so each account may send one per hour. */
export const requestIntervalMs = 3_600_000;

export async function requestDevice(
  core: DeviceRequestParts,
  action: Action,
): Promise<Result<DeviceRequest>> {
  const { clock, config, failures, publisher } = core;
  const phase = publisher.phase();
  if (phase.kind !== 'wrong-device' || config.deviceRequest === undefined)
    return fail(failures.make({ code: 'out-of-order' }));
  action.limit();
  action.step('sending-request');
  const { username, shortDeviceId } = phase;
  const key = await accountHash(core, username);
  const receipt = (sentAt: number, earlier: boolean): DeviceRequest => {
    return { username, shortDeviceId, sentAt, againAt: sentAt + requestIntervalMs, earlier };
  };
  const before = recentRequests(core)[key];
  if (before !== undefined) return ok(receipt(before, true));
  const reply = await core.serviceSession.request(action, 'webhook', {
    webid: config.deviceRequest.webid,
    body: JSON.stringify({ event: 'device-request', username, device: shortDeviceId }),
    conttype: 'application/json',
  });
  if (!reply.ok) {
    const failure = failures.make(asUserFailure(reply.refusal.facts), reply.refusal.sellerText);
    noteUnsupported(core, 'deviceRequest', failure);
    return fail(failure);
  }
  // Recorded even after a cancel, because the request was sent.
  const sentAt = clock.now();
  core.state.change({ deviceRequestAt: { ...recentRequests(core), [key]: sentAt } });
  return ok(receipt(sentAt, false));
}

/** A webhook that requires a sign-in is the brand's mistake, which the user cannot fix. */
function asUserFailure(facts: FailureFacts): FailureFacts {
  return facts.code === 'not-signed-in' ? { code: 'refused' } : facts;
}

/** Returns the requests of the last hour. Ignores future times, which a wrong clock recorded. */
function recentRequests({ clock, state }: DeviceRequestParts): Readonly<Record<string, number>> {
  const now = clock.now();
  const entries = Object.entries(state.get().deviceRequestAt);
  return Object.fromEntries(entries.filter(([, at]) => at <= now && now - at < requestIntervalMs));
}

/** SECURITY: the file reveals no account, because the hash key (the device id) is not in it. */
async function accountHash(
  { config, device }: DeviceRequestParts,
  username: string,
): Promise<string> {
  const id = (await device.id()) ?? '';
  const text = `${serviceHash(config.service)}\n${fold(username)}`;
  return createHmac('sha256', id).update(text).digest('hex').slice(0, 32);
}
