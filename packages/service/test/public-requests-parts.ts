// A service, with shortcuts to send requests as public clients and shops do.
import { sellerOf } from './support/seller-client.ts';
import { openWire, readAnswer } from './support/service-client.ts';
import { addressOf, type Api } from './support/public-client.ts';

export async function open() {
  const wire = await openWire();
  const { service } = wire;
  const { name, ownerid, sellerkey } = service.app;
  const post = async (
    api: Api,
    query: string,
    body: string | Uint8Array<ArrayBuffer>,
    type: string,
  ) =>
    readAnswer(
      await fetch(`${addressOf(service, api)}?${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      }),
    );
  const ofClient = { name, ownerid };
  const ofSeller = `sellerkey=${sellerkey}`;
  const keysMade = async () =>
    ((await ask('fetchallkeys')).body['keys'] as readonly unknown[]).length;
  const ask = sellerOf(service);
  return { ...wire, ask, post, ofClient, ofSeller, keysMade };
}
