// The container files of examples. No container engine runs here, so this compares their versions,
// paths and arguments with the project.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { argumentParser } from '../../packages/service/src/host/argument-parser.ts';
import { serviceCommand, type Arguments } from '../../packages/service/src/host/command-line.ts';
import { readyPath } from '../../packages/service/src/http/paths.ts';

const project = path.resolve(import.meta.dirname, '../..');
const folder = path.join(project, 'examples/container');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const containerfile = read('Containerfile');

const service = z.looseObject({
  volumes: z.array(z.string()),
  networks: z.array(z.string()),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
});
const hardened = service.extend({
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
});
const compose = z.strictObject({
  services: z.strictObject({
    service: hardened.extend({
      build: z.strictObject({ context: z.literal('../..'), dockerfile: z.string() }),
      command: z.array(z.string()),
      environment: z.record(z.string(), z.string()),
    }),
    database: service,
    web: hardened,
  }),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});

function readCompose(): z.infer<typeof compose> {
  const builder = createRequire(import.meta.url).resolve('app-builder-lib/package.json');
  const { load } = createRequire(builder)('js-yaml') as { load: (yaml: string) => unknown };
  return compose.parse(load(read('compose.yaml')));
}

async function argumentsOf([command, ...words]: readonly string[]): Promise<Arguments> {
  expect(command).toBe('serve');
  const errors: string[] = [];
  const write = (text: string) => errors.push(text);
  const given: Arguments[] = [];
  const parser = argumentParser('latchkey', { stdout: { write }, stderr: { write } });
  await serviceCommand(parser, (parsed) => {
    given.push(parsed);
    return Promise.resolve();
  }).run(words);
  const [parsed] = given;
  if (parsed === undefined) throw new Error(errors.join(''));
  return parsed;
}

test('the image has the pinned Node, and starts the service as a user without rights', async () => {
  const manifest = readFileSync(path.join(project, 'package.json'), 'utf8');
  const { devDependencies, scripts } = z
    .object({ devDependencies: z.record(z.string(), z.string()), scripts: z.object({}).loose() })
    .parse(JSON.parse(manifest));
  expect(containerfile).toContain(
    `FROM docker.io/library/node:${devDependencies['node']}-bookworm `,
  );
  expect(scripts).toHaveProperty('package:service');
  expect(containerfile.match(/^FROM /gm)).toHaveLength(2);
  expect(containerfile).toMatch(/^USER 10001:10001$/m);
  expect(containerfile).toContain(`fetch('http://127.0.0.1:8080${readyPath}')`);
  const [, words = ''] = /^CMD (\[.+\])$/m.exec(containerfile) ?? [];
  const { data, host, port } = await argumentsOf(z.array(z.string()).parse(JSON.parse(words)));
  expect({ data, host, port }).toEqual({ data: '/var/lib/latchkey', host: '0.0.0.0', port: 8080 });
});

test('the composition serves the data of its volume to the proxy of its network', async () => {
  const { services, networks, volumes } = readCompose();
  const { build, command, environment } = services.service;
  expect(existsSync(path.join(folder, build.context, build.dockerfile))).toBe(true);
  const { data, trustProxy } = await argumentsOf(command);
  expect(services.service.volumes).toContain(`data:${data}`);
  expect(JSON.stringify(networks['web'])).toContain(String(trustProxy));
  expect(environment['LATCHKEY_SIGNING_KEY_FILE']).toBe(`${data}/signing-key.pem`);
  expect(environment['DATABASE_URL']).toMatch(/@database\/latchkey$/);
  for (const { networks: used, volumes: mounted } of Object.values(services)) {
    for (const name of used) expect(networks).toHaveProperty(name);
    for (const name of mounted.map((volume) => volume.split(':')[0] ?? ''))
      if (!name.startsWith('.')) expect(volumes).toHaveProperty(name);
  }
  // Only the proxy is reachable from outside.
  expect(Object.entries(services).filter(([, { ports }]) => ports !== undefined)).toHaveLength(1);
});
