// Name resolution: the machine's hosts file first, then DNS, which a small server answers.
import dgram from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { resolveName } from '../src/outbound/name-resolution.ts';

const never = new AbortController().signal;

function hostsFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'hosts');
  writeFileSync(file, text);
  return file;
}

interface Records {
  /** Four bytes each; none means no such record. */
  readonly v4?: readonly (readonly number[])[];
  /** Eight groups each. */
  readonly v6?: readonly (readonly number[])[];
  /** 3: no such name; 2: the server failed. */
  readonly code?: number;
}

/** A DNS server that answers every query with these records. */
async function serverOf({ v4 = [], v6 = [], code = 0 }: Records) {
  const requests: string[] = [];
  const socket = dgram.createSocket('udp4');
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5;
    const type = question.readUInt16BE(end - 4);
    requests.push(`${type === 1 ? 'A' : 'AAAA'} ${nameIn(question)}`);
    const addresses =
      type === 1 ? v4.map((bytes) => Buffer.from(bytes)) : v6.map((groups) => bytesOf(groups));
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const records = addresses.map((address) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length]);
      return Buffer.concat([head, address]);
    });
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), from.port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: requests };
}

function bytesOf(groups: readonly number[]): Buffer {
  const bytes = Buffer.alloc(16);
  for (const [index, group] of groups.entries()) bytes.writeUInt16BE(group, 2 * index);
  return bytes;
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at] !== 0; at += (question[at] ?? 0) + 1)
    labels.push(question.subarray(at + 1, at + 1 + (question[at] ?? 0)).toString());
  return labels.join('.');
}

test('queries IPv4 and IPv6, and returns all their addresses', async () => {
  const v6 = [0x2606, 0x2800, 0x220, 1, 0x248, 0x1893, 0x25c8, 0x1946];
  const records = { v4: [[93, 184, 216, 34] as const, [10, 0, 0, 1] as const], v6: [v6] };
  const { servers, asked } = await serverOf(records);
  const found = await resolveName('Hook.example.', never, { servers, hostsFile: '' });
  expect(found).toEqual(['93.184.216.34', '10.0.0.1', '2606:2800:220:1:248:1893:25c8:1946']);
  expect(asked.toSorted()).toEqual(['A hook.example', 'AAAA hook.example']);
});

test('resolves a name with addresses of one family, and rejects an unknown name', async () => {
  const only6 = await serverOf({ v6: [[0x2606, 0, 0, 0, 0, 0, 0, 1]] });
  expect(await resolveName('a.example', never, { ...only6, hostsFile: '' })).toEqual(['2606::1']);
  const nobody = await serverOf({ code: 3 });
  expect(await resolveName('a.example', never, { ...nobody, hostsFile: '' })).toEqual([]);
  const broken = await serverOf({ code: 2 });
  expect(await resolveName('a.example', never, { ...broken, hostsFile: '' })).toEqual([]);
});

test('the hosts file takes precedence for exact names, and no server is queried then', async () => {
  const { servers, asked } = await serverOf({ v4: [[1, 1, 1, 1]] });
  const file = hostsFile(
    [
      '# 9.9.9.9 hook.example',
      '10.1.2.3\tHOOK.example  other.example # a remark, last.example',
      '2606::5 hook.example\r',
      'nonsense hook.example',
    ].join('\n'),
  );
  const of = (name: string) => resolveName(name, never, { servers, hostsFile: file });
  expect(await of('hook.example')).toEqual(['10.1.2.3', '2606::5']);
  expect(await of('other.example.')).toEqual(['10.1.2.3']);
  expect(asked).toEqual([]);
  // Controls: neither a comment nor a part of a name matches.
  for (const name of ['last.example', 'ook.example', 'example'])
    expect(await of(name)).toEqual(['1.1.1.1']);
});
