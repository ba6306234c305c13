// Opens the connection to the service: the session of the user, and the loader's own updates.
import { type LoaderConfig, publicKeysOf } from '../../shared/config.ts';
import { type LoaderInfo } from '../../shared/loader-info.ts';
import { createLicensing, type Licensing } from '@latchkey/client/licensing.ts';
import { type Clock, type Http, type RandomHex } from '@latchkey/client/ports.ts';
import { createServiceSession, type ServiceSession } from '@latchkey/client/service-session.ts';
import {
  createLoaderUpdates,
  type LoaderUpdateHost,
  type LoaderUpdates,
} from './flows/loader-updates.ts';
import { type CoreParts } from './parts.ts';

interface ServiceParts {
  readonly config: LoaderConfig;
  readonly http: Http;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
  readonly sentRequests: Pick<CoreParts['sentRequests'], 'add'>;
}

export function openLicensing(
  { config, http, clock, randomHex, sentRequests }: ServiceParts,
  serviceTime: CoreParts['serviceTime'],
  onExchange: Parameters<typeof createLicensing>[0]['onExchange'],
): Licensing {
  return createLicensing({
    application: { ...config.service, publicKeys: publicKeysOf(config.service) },
    messages: config.messages,
    http,
    clock,
    randomHex,
    serviceTime,
    onExchange,
    onSent: sentRequests.add,
  });
}

export function openServiceSession(
  parts: ServiceParts & { readonly info: LoaderInfo },
  { failures, publisher, serviceTime }: Pick<CoreParts, 'failures' | 'publisher' | 'serviceTime'>,
): ServiceSession {
  const { config, clock, info } = parts;
  const licensing = openLicensing(parts, serviceTime, (trust) =>
    publisher.setTrust(trust, serviceTime.clockOffsetMs()),
  );
  return createServiceSession({
    licensing,
    clock,
    version: config.service.loaderVersion ?? info.loaderVersion,
    onOpened: ({ trialdays = 0 }) => publisher.trialDays(trialdays),
    onDefect: (error) => {
      failures.defect('a call in the background failed', error);
    },
  });
}

/** Returns null if this host cannot update the loader. */
export function openLoaderUpdates(
  parts: Omit<ServiceParts, 'sentRequests'> & { readonly updates?: LoaderUpdateHost },
  core: CoreParts,
): LoaderUpdates | null {
  const { updates, randomHex } = parts;
  if (updates === undefined) return null;
  // The answers must not change the trust that the window shows.
  const { sentRequests } = core;
  const licensing = openLicensing({ ...parts, sentRequests }, core.serviceTime, () => undefined);
  return createLoaderUpdates({ ...core, licensing, randomHex }, updates);
}
