// `latchkey doctor`: checks a service's data folder (`--data`), its URL (`--url`) or both.
import { serviceOptions } from '../program.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { countLine, documentOf, lineOf } from '../finding-lines.ts';
import { CliProblem, ServiceRefusal, wrongUsage } from '../problem.ts';
import { metricsFindings } from '../metrics-finding.ts';
import { readinessFinding } from '../readiness-finding.ts';
import { inspectService, type Finding } from '../remote-findings.ts';
import { createAsk, type AskAny } from '../seller-client.ts';
import { readSellerKey } from '../seller-key.ts';
import { readServiceAddress } from '../service-address.ts';
import { dataLocationOf } from './applications.ts';
import { unknownOrdersWarning } from './settings.ts';

export const doctorCommand: Command = {
  words: 'doctor',
  summary: 'Diagnoses a service, and says how to fix each problem',
  notes: [
    '--data checks the data on this machine, --url the service from outside. Use both if you can.',
  ],
  isLocal: true,
  options: {
    data: { value: 'DIR', help: 'data folder of the service' },
    ...serviceOptions,
    'public-key': { value: 'HEX', help: "public key in the loader's configuration" },
  },
  async run(call) {
    const { args } = call;
    if (args.text('data') === undefined && args.text('url') === undefined)
      throw wrongUsage('Give --data, --url or both.');
    const local = args.text('data') === undefined ? [] : await inspectLocally(call);
    const remote = args.text('url') === undefined ? [] : await inspectRemotely(call);
    return report([...local, ...remote]);
  },
};

async function inspectLocally(call: CliCall): Promise<readonly Finding[]> {
  const { inspectData } = await import('@latchkey/service/administration');
  return inspectData(dataLocationOf(call));
}

async function inspectRemotely(call: CliCall): Promise<readonly Finding[]> {
  const { args, env } = call;
  const address = readServiceAddress(args.text('url'));
  const publicKey = args.text('public-key');
  if (publicKey !== undefined && !/^[0-9a-f]{64}$/i.test(publicKey))
    throw wrongUsage('--public-key must be 64 hex characters.');
  const timeoutMs = (args.integer('timeout', 1, 3600) ?? 30) * 1000;
  const ofAnswers = await inspectService(address, publicKey, timeoutMs);
  if (ofAnswers.length < 3) return ofAnswers;
  const findings = [
    ...ofAnswers,
    await readinessFinding(address, timeoutMs),
    ...(await metricsFindings(address, timeoutMs)),
  ];
  const keySource =
    args.text('key-file') ?? (args.isOn('key-stdin') ? '-' : env['LATCHKEY_SELLER_KEY_FILE']);
  if (!keySource) return findings;
  return [...findings, ...(await sellerKeyFindings(call, address, timeoutMs))];
}

async function sellerKeyFindings(
  { args, env, stdin, say, stop, hide }: CliCall,
  address: string,
  timeoutMs: number,
): Promise<readonly Finding[]> {
  const what = 'The seller key';
  try {
    const sellerKey = await readSellerKey(args, env, stdin);
    hide(sellerKey);
    const method = args.isOn('get') ? 'GET' : 'POST';
    const wait = () => Promise.resolve();
    const ask = createAsk({ address, sellerKey, timeoutMs, method, say, wait, stop });
    await ask('fetchallsubs', {});
    return [{ isOk: true, what: `${what} is valid`, advice: '' }, ...(await orderFindings(ask))];
  } catch (error) {
    if (!(error instanceof CliProblem)) throw error;
    // Other refusals, such as for a stopped database, say nothing about the key.
    const code = error instanceof ServiceRefusal ? error.failure?.code : undefined;
    const isRefused = code === 'seller-key-invalid' || code === 'address-not-allowed';
    const more = isRefused ? ' "latchkey app newkey" creates a new one.' : '';
    return [{ isOk: false, what, advice: error.message + more }];
  }
}

/** Returns no finding if the service refuses, because the key's scope may exclude the settings. */
async function orderFindings(ask: AskAny): Promise<readonly Finding[]> {
  try {
    const settings = await ask('getsettings', {});
    if (settings['unknownorders'] !== 'make') return [];
    const what = 'Bodies of shops without an order number';
    return [{ isOk: true, isWarning: true, what, advice: unknownOrdersWarning }];
  } catch (error) {
    if (error instanceof ServiceRefusal) return [];
    throw error;
  }
}

function report(findings: readonly Finding[]): Output {
  const problems = findings.filter(({ isOk }) => !isOk);
  return {
    document: {
      success: problems.length === 0,
      findings: findings.map(documentOf),
    },
    lines: [...findings.map(lineOf), countLine(problems.length)],
    hasFailed: problems.length > 0,
  };
}
