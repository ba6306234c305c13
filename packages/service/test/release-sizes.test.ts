// A release without a stored size gets it by a repeated push.
import { expect, test } from 'vitest';
import { ownApplicationId } from './support/own-application.ts';
import { openReleases, program } from './releases-parts.ts';

test('a repeated push adds the size of an older release, and changes nothing else', async () => {
  const { made, push, offer, service, signIn } = await openReleases();
  const session = await signIn(await service.addUser());
  const release = await made(1);
  await push(release, '--rollout', '100');
  const whole = await offer(session);
  expect(whole?.size).toBe(sum(Object.values(program).map(({ length }) => length)));
  await service.database
    .updateTable('releases')
    .set({ size: null })
    .where('applicationId', '=', ownApplicationId)
    .execute();
  expect(await offer(session)).toMatchObject({ size: null, stored: whole?.stored });
  expect((await push(release)).exitCode).toBe(0);
  const { size, stored, sequence, manifestSha256 } = (await offer(session)) ?? {};
  expect({ size, stored, sequence, manifestSha256 }).toEqual({
    size: whole?.size,
    stored: whole?.stored,
    sequence: 1,
    manifestSha256: whole?.manifestSha256,
  });
});

const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
