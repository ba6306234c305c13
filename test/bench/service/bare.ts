// The baseline of the service's reads: node:http that signs an equally long body, or only sends.
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { cryptoSigner } from '../../../packages/service/src/secrets/ed25519.ts';

const [dataFolder = '', how = 'signed'] = process.argv.slice(2);
/** Without libsodium, so that the baseline is the same with and without it. */
const sign = cryptoSigner(createPrivateKey(readFileSync(join(dataFolder, 'signing-key.pem'))));
const nobodys = '0'.repeat(128);
const body = { success: true, code: 68, message: 'x'.repeat(40), nonce: '', ownerid: '' };
const server = createServer((_request, response) => {
  const text = JSON.stringify(body);
  const bytes = Buffer.from(text);
  const timestamp = String(Math.floor(Date.now() / 1000));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'x-signature-timestamp': timestamp,
    'x-signature-ed25519':
      how === 'signed' ? sign(Buffer.from(timestamp + text)).toString('hex') : nobodys,
  });
  response.end(bytes);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
process.once('SIGTERM', () => process.exit(0));
