// Measures how long the account screen takes to open for the first time, from the menu click.
import { median, range } from '../figures.js';
import { timeAccount, timeSignIn } from '../page-scripts.js';
import { startProbed } from '../probed-app.js';
import { electronOf } from '../stage.js';

const rounds = 5;

/** @type {import('../table.js').Measurement} */
export const account = {
  bounds: [{ name: 'account screen, the first time', bound: 50, unit: 'ms' }],
  measure: async (stage) => {
    const how = electronOf(stage);
    const user = stage.service.users.find((user) => user.case === 'normal');
    if (user === undefined) throw new Error('The demo has no normal user');
    const { username, password } = user;
    const signIn = `(${timeSignIn})(${JSON.stringify({ username, password, remember: false })})`;
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const app = await startProbed(stage.loader(), how);
      try {
        await app.inPage(signIn);
        times.push(Number(await app.inPage(`(${timeAccount})()`)));
      } finally {
        await app.end();
      }
    }
    const figures = `median of ${rounds} starts, ${range(times)} ms, drawing included`;
    return [{ measured: median(times), figures }];
  },
};
