// Opens a service with a second application, which has another owner and uses the same names.
import { addOtherApplication } from './another-application.ts';
import { fillApplication } from './full-application.ts';
import { sellerOf } from './seller-client.ts';
import { openWire } from './service-client.ts';

/** `otherAnnaId` is the id of the other application's user Anna. */
export async function openWithOther() {
  const wire = await openWire();
  const { service } = wire;
  const nextDoor = await addOtherApplication(service, { id: 'next-door' });
  const { userId } = await fillApplication(service.database, nextDoor.id, 'Anna');
  return { ...wire, ...service, nextDoor, otherAnnaId: userId, ask: sellerOf(service) };
}
