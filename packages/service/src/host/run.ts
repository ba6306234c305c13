// Runs the service as a command: starts it, prints its address, and stops it on request.
import { argumentParser } from './argument-parser.ts';
import { serviceCommand, type Arguments } from './command-line.ts';
import { emptyListing, listDemo, type DemoListing } from './demo-listing.ts';
import { bufferLines, writeMessage, type Output } from './log-lines.ts';
import { limitYoungGeneration } from './young-generation.ts';
import { startService, type RunningService } from './serve.ts';
import { StartProblem } from '../start-problem.ts';

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
  { json = false, demo = false, ...options }: Arguments,
  environment: Environment,
  { stdout, stderr }: Streams,
  stop: AbortSignal,
): Promise<0 | 1> {
  try {
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
      demo,
      logStream: bufferLines(stderr),
      logLevel: options.logLevel,
      logFormat: options.logFormat,
      stop,
    });
    limitYoungGeneration();
    const { database, demoKey } = service;
    const listing = demoKey === null ? emptyListing : await listDemo(database, demoKey);
    if (!demo) for (const sentence of service.notices) writeMessage(stderr, `${sentence}\n`);
    writeMessage(stdout, json ? jsonLine(service, listing) : description(service, listing));
    await waitForAbort(stop);
    await service.close();
    return 0;
  } catch (error) {
    if (stop.aborted && error === stop.reason) return 0;
    if (!(error instanceof StartProblem)) throw error;
    writeMessage(stderr, `${error.message}\n`);
    return 1;
  }
}

function jsonLine({ url, publicKey, publicKeys }: RunningService, listing: DemoListing): string {
  return `${JSON.stringify({ url, publicKey, publicKeys, ...listing })}\n`;
}

function description({ url, publicKey, metricsUrl }: RunningService, listing: DemoListing): string {
  const users = listing.users.map((user) => `  ${user.username} / ${user.password} (${user.case})`);
  const keys = listing.licenses.map(
    ({ key, days, status }) => `  ${key} (${days} days, ${status})`,
  );
  const { app } = listing;
  const demo =
    app === null
      ? []
      : ['Demo accounts:', ...users, 'Demo keys:', ...keys, `Demo seller key: ${app.sellerkey}`];
  const metrics = metricsUrl === null ? [] : [`Metrics: ${metricsUrl}`];
  const first = [`The license service listens at ${url}`, `Public key: ${publicKey}`];
  return [...first, ...metrics, ...demo, ''].join('\n');
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
