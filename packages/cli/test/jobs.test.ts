// `latchkey jobs list, cancel`: a bulk change that another process runs.
import { expect, test } from 'vitest';
import { ownApplicationId } from '../../service/test/support/own-application.ts';
import { openBench } from './support/cli.ts';

test('jobs list shows a bulk change, and jobs cancel stops it', async () => {
  const { service, run } = await openBench();
  expect(await run('jobs list')).toMatchObject({
    exitCode: 0,
    stdout: 'No bulk change has run.\n',
  });
  const job = { applicationId: ownApplicationId, id: 'job-1', type: 'delunused', request: '{}' };
  const far = Math.floor(Date.now() / 1000) + 3;
  await service.database
    .insertInto('jobs')
    .values({
      ...job,
      subject: '',
      sellerKey: 'the shop',
      ip: '',
      detail: 'level=2',
      startedAt: 5,
      pass: 0,
      place: '',
      passed: 700,
      changed: 600,
      claimedUntil: far,
    })
    .execute();
  expect((await run('jobs list')).stdout).toMatch(
    /job-1 +delunused +level=2 +the shop +running +700 +1970-01-01 00:00Z/,
  );
  expect((await run('jobs cancel job-1')).stdout).toBe(
    'Cancelled after 700 rows. What it has done stays.\n',
  );
  expect((await run('jobs list')).stdout).toContain(' cancelled ');
  const again = await run('jobs cancel job-1');
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toContain('This bulk change is not running any more.');
});
