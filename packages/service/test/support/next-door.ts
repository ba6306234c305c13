// A service with a second application of another owner, which uses the names of the test's own.
import { addAnother } from './another-application.ts';
import { fillApplication } from './full-application.ts';
import { sellerOf } from './seller-client.ts';
import { openWire } from './service-client.ts';

/** `annaNextDoor`: the id of the other application's user Anna. */
export async function openNextDoor() {
  const wire = await openWire();
  const { service } = wire;
  const nextDoor = await addAnother(service, { id: 'next-door' });
  const { userId } = await fillApplication(service.database, nextDoor.id, 'Anna');
  return { ...wire, ...service, nextDoor, annaNextDoor: userId, ask: sellerOf(service) };
}
