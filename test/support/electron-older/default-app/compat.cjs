// Gives Electron 22 (Node 16) what this project uses of current Electron and Node. Adds only what is missing, and emulates
// shapes, not speed. For tests: the product is written for the pinned Electron and knows nothing of this file.
'use strict';
require('core-js/actual');

const { webcrypto } = require('node:crypto');
const { ReadableStream } = require('node:stream/web');
const { app, net, protocol, safeStorage, session } = require('electron');
const undici = require('undici');

const { Headers, Request, Response } = undici;
Object.assign(globalThis, {
  ...{ Headers, Request, Response, ReadableStream },
  fetch: globalThis.fetch ?? undici.fetch,
  FormData: globalThis.FormData ?? undici.FormData,
  crypto: globalThis.crypto ?? webcrypto,
});

AbortSignal.any ??= (signals) => {
  const joined = new globalThis.AbortController();
  for (const signal of signals) {
    if (signal.aborted) joined.abort(signal.reason);
    else signal.addEventListener('abort', () => joined.abort(signal.reason), { once: true });
  }
  return joined.signal;
};

/** protocol.handle over registerBufferProtocol: the whole body is collected before it is handed to Chromium. */
function addHandle(target) {
  target.handle ??= (scheme, handler) => {
    const answer = async ({ method, url }) => {
      // All that is read of a request here; making a whole one takes the older engine several milliseconds.
      const response = await handler({ method, url });
      const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        mimeType: contentType.split(';')[0].trim(),
        charset: /charset=([^;]+)/i.exec(contentType)?.[1],
        data: Buffer.from(await response.arrayBuffer()),
      };
    };
    const registered = target.registerBufferProtocol(scheme, (request, callback) => {
      answer(request).then(callback, (error) => {
        console.error('protocol.handle:', error);
        callback({ error: -2 });
      });
    });
    if (!registered) throw new Error(`The protocol ${scheme} could not be registered`);
  };
}

/** session.fetch and net.fetch over net.request. */
function fetchOver(fetchSession) {
  return async (input, init = {}) => {
    const wanted = new Request(input, { ...init, duplex: 'half' });
    const body = init.body == null ? undefined : Buffer.from(await wanted.arrayBuffer());
    return new Promise((resolve, reject) => {
      const request = net.request({
        url: wanted.url,
        method: wanted.method,
        session: fetchSession ?? session.defaultSession,
        redirect: wanted.redirect === 'error' ? 'manual' : wanted.redirect,
        credentials: wanted.credentials,
      });
      const stop = (reason) => {
        reject(reason);
        request.abort();
      };
      if (wanted.signal.aborted) {
        stop(wanted.signal.reason);
        return;
      }
      wanted.signal.addEventListener('abort', () => stop(wanted.signal.reason), { once: true });
      for (const [name, value] of wanted.headers) request.setHeader(name, value);
      request.on('redirect', () => {
        if (wanted.redirect === 'error') stop(new TypeError('Failed to fetch: redirect'));
      });
      request.on('error', reject);
      request.on('response', (message) => resolve(responseOf(message, wanted.method, request)));
      request.end(body);
    });
  };
}

function responseOf(message, method, request) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of [value].flat()) headers.append(name, one);
  const body = new ReadableStream({
    start(controller) {
      message.on('data', (chunk) => controller.enqueue(new Uint8Array(chunk)));
      message.on('end', () => controller.close());
      message.on('error', (error) => controller.error(error));
      message.on('aborted', () => controller.error(new TypeError('Failed to fetch: aborted')));
    },
    cancel: () => request.abort(),
  });
  const status = message.statusCode;
  const empty = method === 'HEAD' || [101, 204, 205, 304].includes(status);
  return new Response(empty ? null : body, { status, headers });
}

addHandle(protocol);
net.fetch ??= (...given) => fetchOver(undefined)(...given);
app.on('session-created', (created) => {
  addHandle(created.protocol);
  created.fetch ??= fetchOver(created);
});

// The choice is made without asking a key store. What runs here says by a switch which one there is.
const backends = { 'gnome-libsecret': 'gnome_libsecret', basic: 'basic_text' };
safeStorage.getSelectedStorageBackend ??= () =>
  backends[app.commandLine.getSwitchValue('password-store')] ?? 'unknown';
