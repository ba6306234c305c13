// Measures a start of the service on an existing data folder, up to its first answer.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { median, range } from '../figures.js';
import { askOnce } from '../service/load.js';
import { clientPath, openSqlite, seedApplication } from '../service/seed.js';
import { startService } from '../service/server.js';

const rounds = 5;

/** @type {import('../table.js').Measurement} */
export const serviceStart = {
  bounds: [{ name: 'service start to first answer', bound: 1000, unit: 'ms' }],
  measure: async ({ folder }) => {
    const data = await mkdtemp(join(folder, 'service-start-'));
    await (await startService(data)).end();
    const { insert, close } = openSqlite(data);
    await seedApplication(insert);
    close();
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const server = await startService(data);
      const answer = await askOnce(server.url, clientPath({ type: 'init' }));
      times.push(performance.now() - startedAt);
      await server.end();
      if (answer.success !== true) throw new Error(`The first answer was: ${answer.message}`);
    }
    return [{ measured: median(times), figures: `${range(times)} ms, median of ${rounds}` }];
  },
};
