// A plain release server: /N/manifest, /N/manifest.sig and /N/chunks/HASH from the given folders.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const folders = process.argv.slice(2);
const server = createServer((request, response) => {
  const [, number, ...names] = (request.url ?? '').split('/');
  const name = names.join('/').replace(/^manifest/, 'manifest.json');
  const file = join(folders[Number(number)] ?? '', name);
  response.writeHead(200, { 'content-length': statSync(file).size });
  createReadStream(file).pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});
