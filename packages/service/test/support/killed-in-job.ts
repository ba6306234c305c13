// Runs the service and kills its own process during a job for all users.
// Usage: node killed-in-job.ts DATA_FOLDER
import { startService } from '../../src/host/serve.ts';
import type { Database } from '../../src/database/schema.ts';
import { ownApplication } from './own-application.ts';

const [dataFolder = ''] = process.argv.slice(2);
let parts = 0;
let database: Database | undefined;
const killDuringJob = (db: Database) => {
  database = db;
  return db.withPlugin({
    transformQuery({ node }) {
      const into = node.kind === 'InsertQueryNode' ? JSON.stringify(node.into) : '';
      // Two parts are committed. The third has changed subscriptions but not yet added grants.
      if (into.includes('"grants"') && (parts += 1) === 3) process.kill(process.pid, 'SIGKILL');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
};
const service = await startService(
  {
    dataFolder,
    port: 0,
    logStream: process.stderr,
    databaseUrl: process.env['DATABASE_URL'],
    signingKeyFile: process.env['LATCHKEY_SIGNING_KEY_FILE'],
  },
  { wrapDatabase: killDuringJob },
);
const { sellerkey } = ownApplication;
const request = { sellerkey, type: 'extend', user: 'all', sub: 'Pro', expiry: '3' };
process.stdout.write(`${database === undefined ? 'no database' : 'asking'}\n`);
await fetch(`${service.url}/api/seller/?${new URLSearchParams(request).toString()}`);
process.stdout.write('answered\n');
