// The page in the real window reaches no network: neither by requests nor by WebRTC or preconnects.
import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from '../../support/electron-app.ts';

/** Records every connection by TCP and datagram by UDP. */
async function listen() {
  const received: string[] = [];
  const http: Server = createServer((request, response) => {
    received.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('reached');
  });
  http.on('connection', () => received.push('a connection'));
  http.on('upgrade', (_request, socket) => socket.destroy());
  const udp = createSocket('udp4');
  udp.on('message', () => received.push('a datagram'));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo; // a TCP server has a port
  return {
    seen: received,
    at: {
      http: `http://127.0.0.1:${port}`,
      stun: `stun:127.0.0.1:${udp.address().port}`,
      turn: `turn:127.0.0.1:${port}?transport=tcp`,
    },
    close: () => {
      http.closeAllConnections();
      http.close();
      udp.close();
    },
  };
}

test('blocks requests of every kind in the page', async ({ open }) => {
  const world = await listen();
  const { page } = await open();
  const reached = await page.evaluate(async ({ http }) => {
    const works = async (way: () => unknown) => {
      try {
        await way();
        return true;
      } catch {
        return false;
      }
    };
    const loads = (tag: 'img' | 'script' | 'link' | 'video', set: object) =>
      new Promise((resolve, reject) => {
        const refused = () => reject(new Error('refused'));
        const element = Object.assign(document.createElement(tag), set);
        element.onload = resolve;
        element.onerror = refused;
        document.addEventListener('securitypolicyviolation', refused, { once: true });
        document.body.append(element);
      });
    const opens = (source: WebSocket | EventSource) =>
      new Promise((resolve, reject) => {
        source.onopen = resolve;
        source.onerror = () => reject(new Error('refused'));
      });
    navigator.sendBeacon(`${http}/beacon`, 'x');
    return {
      fetch: await works(() => fetch(`${http}/fetch`)),
      opaque: await works(() => fetch(`${http}/opaque`, { mode: 'no-cors' })),
      keepalive: await works(() => fetch(`${http}/keepalive`, { method: 'POST', keepalive: true })),
      webSocket: await works(() => opens(new WebSocket(http.replace('http', 'ws')))),
      eventSource: await works(() => opens(new EventSource(`${http}/events`))),
      image: await works(() => loads('img', { src: `${http}/image` })),
      video: await works(() => loads('video', { src: `${http}/video` })),
      script: await works(() => loads('script', { src: `${http}/script` })),
      style: await works(() => loads('link', { rel: 'stylesheet', href: `${http}/style` })),
      worker: await works(() => new Worker(`${http}/worker`)),
    };
  }, world.at);
  expect(Object.entries(reached).filter(([, worked]) => worked)).toEqual([]);
  // An empty page in another process replaces the refused frame, and would abort an evaluate that
  // the driver still waits for.
  const refused = page.waitForEvent('console', (line) => line.text().includes("frame-src 'none'"));
  await page.evaluate(({ http }) => {
    document.body.dataset['before'] = 'the frame';
    const frame = Object.assign(document.createElement('iframe'), { src: `${http}/frame` });
    setTimeout(() => document.body.append(frame));
  }, world.at);
  await refused;
  await expect(page.locator('body[data-before="the frame"]')).toBeVisible();
  expect(world.seen).toEqual([]);
  world.close();
});

test('blocks WebRTC and preconnects', async ({ open }) => {
  const world = await listen();
  const { page } = await open();
  const candidates = await page.evaluate(async ({ http, stun, turn }) => {
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload'])
      document.head.append(
        Object.assign(document.createElement('link'), { rel, href: http, as: 'fetch' }),
      );
    const relay = { urls: turn, username: 'x', credential: 'x' };
    const peer = new RTCPeerConnection({ iceServers: [{ urls: stun }, relay] });
    peer.createDataChannel('x');
    const gathered = new Promise<void>((resolve) => {
      peer.onicegatheringstatechange = () => {
        if (peer.iceGatheringState === 'complete') resolve();
      };
    });
    await peer.setLocalDescription(await peer.createOffer());
    await gathered;
    const found = peer.localDescription?.sdp.match(/a=candidate.*/g) ?? [];
    peer.close();
    return found;
  }, world.at);
  expect(candidates).toEqual([]);
  expect(world.seen).toEqual([]);
  world.close();
});
