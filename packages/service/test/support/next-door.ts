// Next door is an application of somebody else that has something of every kind, by the names that a test asks for in its own.
import { addAnother } from './another-application.ts';
import { fillApplication } from './full-application.ts';
import { sellerOf } from './seller-client.ts';
import { openWire } from './service-client.ts';

/** `annaNextDoor`: the id of their user Anna. */
export async function openNextDoor() {
  const wire = await openWire();
  const { service } = wire;
  const nextDoor = await addAnother(service, { id: 'next-door' });
  const { userId } = await fillApplication(service.database, nextDoor.id, 'Anna');
  return { ...wire, ...service, nextDoor, annaNextDoor: userId, ask: sellerOf(service) };
}
