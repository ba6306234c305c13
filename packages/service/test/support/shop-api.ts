// A fake API of a shop: answers paths with JSON, and keeps what was asked.
import http from 'node:http';
import { listen } from './outbound-server.ts';

export async function openShopApi(token: string) {
  const answers = new Map<string, object>();
  const asked: string[] = [];
  const state = { isDown: false };
  const port = await listen(
    http.createServer(({ url = '', headers }, response) => {
      asked.push(url);
      const answer = answers.get(url);
      const status = state.isDown
        ? 500
        : headers.authorization !== `Bearer ${token}`
          ? 401
          : answer === undefined
            ? 404
            : 200;
      response.writeHead(status).end(JSON.stringify(answer ?? {}));
    }),
  );
  const host = `127.0.0.1:${port}`;
  return { answers, asked, state, host, origin: `http://${host}` };
}
