// Helpers for tests of a second signing key with the real loader.
import { expect, onTestFinished } from 'vitest';
import { type startRealLoader } from '../../../../test/core/real-loader.ts';
import { cli } from '../../../cli/test/support/cli.ts';
import { environmentOf } from './postgresql.ts';
import { temporaryFolder, runCommand } from './service-command.ts';
import { startTestService, type TestService } from './service.ts';
import { type TestUser } from './service-seeds.ts';

type Loader = Awaited<ReturnType<typeof startRealLoader>>;

export const signInForm = ({ username, password }: TestUser) => ({
  username,
  password,
  remember: false,
});

/**
 * Opens a service that can restart on the same port. `alone` leaves out the bystanders, because
 * their sign-ins would be counted.
 */
export async function openKeyRotation({ alone = false } = {}) {
  const data = temporaryFolder();
  if (alone) {
    await environmentOf(data, 'empty');
    expect(await (await runCommand('--data', data, '--port', '0')).end()).toBe(0);
  }
  let service = await startTestService({ dataFolder: data });
  onTestFinished(() => service.close());
  const port = Number(new URL(service.url).port);
  return {
    data,
    service: () => service,
    restart: async (): Promise<TestService> => {
      await service.close();
      service = await startTestService({ dataFolder: data, port });
      return service;
    },
    command: async (...words: string[]) =>
      cli(['signing-key', ...words, '--data', data], { env: { ...(await environmentOf(data)) } }),
  };
}

export async function launchAndReadKeys(loader: Loader) {
  expect(await loader.handlers.launch({})).toEqual({ ok: true, value: null });
  loader.launcher.exit({ exitCode: 0, signal: null });
  await loader.when(({ kind }) => kind === 'ready');
  return JSON.parse(loader.launcher.lines.at(-1) ?? '') as {
    publicKey: string;
    publicKeys: readonly string[];
  };
}

export const expectSignIn = async (loader: Loader, user: TestUser) => {
  if (loader.phase().kind === 'ready') await loader.handlers.signOut({});
  expect(await loader.handlers.signIn(signInForm(user))).toEqual({ ok: true, value: null });
  loader.at('ready');
};
