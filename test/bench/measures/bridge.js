// Measures the cost of the bridge's validation and checks. Calls through window.loader alternate
// with a bare ipcRenderer.invoke in the same page, with the same input and answer.
import { median } from '../figures.js';
import { timeCalls } from '../page-scripts.js';
import { startProbed } from '../probed-app.js';
import { electronOf } from '../stage.js';

const warmUps = 6;
const batches = 20;
const calls = 150;
const plans = [
  { command: 'getSession', input: {} },
  { command: 'describe', input: {} },
  { command: 'dismissNotice', input: { revision: 0 } },
];

/** @type {import('../table.js').Measurement} */
export const bridge = {
  bounds: [{ name: 'bridge call with validation', bound: 1.2, unit: 'x' }],
  measure: async (stage) => {
    const app = await startProbed(stage.loader(), { ...electronOf(stage), bare: true });
    try {
      // A warm-up run of every command, so that the code is equally warm for all.
      for (const plan of plans) await compare(app, plan);
      const found = [];
      for (const plan of plans) found.push(await compare(app, plan));
      return [
        {
          measured: median(found.flatMap(({ ratios }) => ratios)),
          figures: found.map(({ text }) => text).join('; '),
        },
      ];
    } finally {
      await app.end();
    }
  },
};

/**
 * @param {import('../probed-app.js').ProbedApp} app
 * @param {{ command: string, input: unknown }} plan
 */
async function compare(app, { command, input }) {
  const answer = await app.inPage(`window.loader.${command}(${JSON.stringify(input)})`);
  await app.setBareAnswer(answer);
  const plan = JSON.stringify({ command, input, warmUps, batches, calls });
  const times = /** @type {Awaited<ReturnType<typeof timeCalls>>} */ (
    await app.inPage(`(${timeCalls})(${plan})`)
  );
  const ours = median(times.bridge);
  const bare = median(times.bare);
  const bytes = Buffer.byteLength(JSON.stringify(answer));
  const text = `${command} ${ours.toFixed(3)} ms, bare ${bare.toFixed(3)} ms (${bytes} B)`;
  const ratios = times.bridge.map((ms, index) => ms / (times.bare[index] ?? Number.NaN));
  return { ratios, text };
}
