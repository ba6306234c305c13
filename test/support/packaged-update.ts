// A packaged loader that can update itself, for Playwright. The package is an unpacked folder that
// runs as if it were mounted from an AppImage, which is another file.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createTestPublisher,
  type TestPublisher,
} from '../../packages/cli/test/support/publish-release.ts';
import { startTestService } from '../../packages/service/test/support/service.ts';
import { configOf, test as base } from './electron-app.ts';
import { giveToElectronUser } from './electron-process.ts';
import { startPackaged, withPackage, type Made, type StartOptions } from './packaged-app.ts';

export interface Updating extends Made {
  readonly publisher: TestPublisher;
}

export const test = base.extend<object, { made: Updating }>({
  made: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startTestService();
      const publisher = await createTestPublisher(service);
      const launch = { path: 'protected/app', args: [] };
      const config = configOf(service, '', {
        config: { launch, scheme: 'northwind', updates: { publisherKeys: [publisher.publicKey] } },
      });
      await withPackage(config, (packaged) => use({ ...packaged, service, publisher }));
      await publisher.close();
      await service.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** Returns a program that does nothing, with the magic bytes of an AppImage in its header. */
export async function appImageOf(version: string): Promise<Buffer> {
  const program = await readFile('/bin/true');
  program.write('AI\u0002', 8, 'latin1');
  return Buffer.concat([program, Buffer.from(`version ${version}`)]);
}

/** Prepares a home in which the package runs as the user's AppImage. */
export async function openComputer(made: Updating, home: string) {
  const apps = path.join(home, 'apps');
  const image = path.join(apps, 'Northwind.AppImage');
  await mkdir(apps);
  await writeFile(image, await appImageOf('1.2.3'), { mode: 0o755 });
  await chmod(home, 0o755);
  for (const place of [apps, image]) await giveToElectronUser(place);
  const data = path.join(home, '.config/Northwind Loader');
  const stateFile = path.join(data, 'state.json');
  const state = async () =>
    JSON.parse(await readFile(stateFile, 'utf8')) as Readonly<Record<string, unknown>>; // it is written as an object
  return {
    apps,
    image,
    data,
    state,
    stateFile,
    /** Returns whether the AppImage, or the file `name`, has exactly this content. */
    has: async (content: Buffer, name = image) => content.equals(await readFile(name)),
    start: (options: StartOptions, program = made.program) => {
      const env = { APPIMAGE: image, APPDIR: path.dirname(program) };
      return startPackaged({ program }, home, { ...options, env: { ...env, ...options.env } });
    },
  };
}
