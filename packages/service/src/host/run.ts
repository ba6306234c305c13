// Runs the service as a command: starts it, prints its address, and stops it on request.
import { announce, type Started } from './announcement.ts';
import { argumentParser } from './argument-parser.ts';
import { serviceCommand, type Arguments } from './command-line.ts';
import { demoPageName } from './demo-data.ts';
import { emptyListing, listDemo } from './demo-listing.ts';
import { bufferLines, writeMessage, type Output } from './log-lines.ts';
import { groupMember, type GroupMember } from './processes/member.ts';
import { serveWithProcesses } from './processes/primary.ts';
import { limitYoungGeneration } from './young-generation.ts';
import { startService, type RunningService } from './serve.ts';
import { StartProblem } from '../start-problem.ts';
import { untilAborted } from './until-aborted.ts';

export interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
}

/** An empty variable counts as unset. */
export interface Environment {
  readonly DATABASE_URL?: string | undefined;
  readonly LATCHKEY_SIGNING_KEY_FILE?: string | undefined;
  readonly LATCHKEY_SECRET_FILE?: string | undefined;
  readonly LATCHKEY_SMTP_FILE?: string | undefined;
  readonly LATCHKEY_SHOP_APIS?: string | undefined;
}

/** Parses the arguments and runs the service. Aborting `stop` ends it after requests in flight. */
export async function runService(
  argv: readonly string[],
  environment: Environment,
  streams: Streams,
  stop: AbortSignal,
): Promise<0 | 1> {
  let exitCode: 0 | 1 = 0;
  const command = serviceCommand(argumentParser('latchkey-service', streams), async (options) => {
    exitCode = await serveWith(options, environment, streams, stop);
  });
  return (await command.run(argv)) === 0 ? exitCode : 1;
}

/** Like `runService`, with parsed arguments. */
export async function serveWith(
  given: Arguments,
  environment: Environment,
  streams: Streams,
  stop: AbortSignal,
): Promise<0 | 1> {
  const member = groupMember();
  try {
    if (member === null && given.processes > 1)
      return await serveWithProcesses(given, streams, stop);
    const service = await start(given, environment, streams, member);
    const started = await describe(service);
    if (member === null) announce(streams, started, given);
    else member.reportStart(started);
    await Promise.race([untilAborted(stop), ...(member === null ? [] : [member.replaced])]);
    await (stop.aborted ? service.stop() : service.handOver());
    return 0;
  } catch (error) {
    if (stop.aborted && error === stop.reason) return 0;
    if (!(error instanceof StartProblem)) throw error;
    writeMessage(streams.stderr, `${error.message}\n`);
    return 1;
  } finally {
    member?.leave();
  }
}

async function start(
  options: Arguments,
  environment: Environment,
  { stderr }: Streams,
  member: GroupMember | null,
): Promise<RunningService> {
  const service = await startService({
    dataFolder: options.data,
    port: options.port,
    host: options.host,
    trustedProxies: options.trustProxy ?? [],
    allowPrivateAddresses: options.allowPrivate ?? [],
    drainMs: options.drain * 1000,
    requestsPerMinute: options.requests,
    connections: options.pool,
    metrics: options.metrics,
    databaseUrl: environment.DATABASE_URL || undefined,
    signingKeyFile: environment.LATCHKEY_SIGNING_KEY_FILE || undefined,
    secretFile: environment.LATCHKEY_SECRET_FILE || undefined,
    smtpFile: environment.LATCHKEY_SMTP_FILE || undefined,
    shopApis: environment.LATCHKEY_SHOP_APIS?.split(','),
    demo: options.demo ?? false,
    desk: options.desk ?? false,
    page: options.page !== undefined,
    ...(typeof options.page === 'string' && { pageHost: options.page }),
    logStream: bufferLines(stderr, { isShared: member !== null }),
    logLevel: options.logLevel,
    logFormat: options.logFormat,
    group: member ?? undefined,
  });
  limitYoungGeneration();
  return service;
}

async function describe({
  database,
  demoKey,
  hasDesk,
  hasPage,
  ...service
}: RunningService): Promise<Started> {
  const { url, publicKey, publicKeys, metricsUrl, notices } = service;
  const listing = demoKey === null ? emptyListing : await listDemo(database, demoKey);
  const deskUrl = hasDesk ? `${url}/desk/` : null;
  const pageUrl = hasPage ? `${url}/my/${listing.app === null ? '' : demoPageName}` : null;
  return { url, publicKey, publicKeys, metricsUrl, deskUrl, pageUrl, notices, listing };
}
