// Measures a change of language: from the choice until its texts are drawn. The first change to a
// language loads its chunk; later ones do not.
import { median, range } from '../figures.js';
import { timeLanguage } from '../page-scripts.js';
import { startProbed } from '../probed-app.js';
import { electronOf } from '../stage.js';

const rounds = 5;
const changes = ['de', 'en', 'de', 'en'];

/** @type {import('../table.js').Measurement} */
export const language = {
  bounds: [
    { name: 'another language, the first time', bound: 100, unit: 'ms' },
    { name: 'another language, afterwards', bound: 100, unit: 'ms' },
  ],
  measure: async (stage) => {
    const how = electronOf(stage);
    /** @type {number[]} */
    const first = [];
    /** @type {number[]} */
    const later = [];
    for (let round = 0; round < rounds; round += 1) {
      const app = await startProbed(stage.loader(), how);
      try {
        for (const [index, code] of changes.entries()) {
          const ms = Number(await app.inPage(`(${timeLanguage})(${JSON.stringify(code)})`));
          (index === 0 ? first : later).push(ms);
        }
      } finally {
        await app.end();
      }
    }
    return [first, later].map((times) => ({
      measured: median(times),
      figures: `median of ${times.length} changes, ${range(times)} ms, drawing included`,
    }));
  },
};
