// The baseline of the service's reads: node:http that signs an equally long body, or only sends.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { openSigner } from '../../../packages/service/src/secrets/signing.ts';

const [dataFolder = '', how = 'signed'] = process.argv.slice(2);
const signer = openSigner(join(dataFolder, 'signing-key.pem'));
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
    'x-signature-ed25519': how === 'signed' ? signer.sign(timestamp, text) : nobodys,
  });
  response.end(bytes);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
process.once('SIGTERM', () => process.exit(0));
