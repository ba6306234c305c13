// Accepts a folder that other users of the computer can replace, after the loader has asked.
import { fail, ok, type Result } from '../../../shared/failure.ts';
import type { ProgramStore } from '../delivery/ports.ts';
import { failureFactsOf, type DeliveryState } from './delivery-facts.ts';
import type { DeliveryCore } from './delivery-tasks.ts';

/** `folder`: the one that the last failure asked about; null if none. Retries failed tasks. */
export async function acceptAskedFolder(
  { clock, failures, publisher, tasks }: DeliveryCore,
  store: Pick<ProgramStore, 'acceptFolder'>,
  folder: string | null,
  learn: (news: Pick<DeliveryState, 'askedFolder'>) => void,
): Promise<Result<null>> {
  if (folder === null) return ok(null);
  const done = await store.acceptFolder(folder);
  if (!done.ok) return fail(failures.make(failureFactsOf(done.problem, clock.now())));
  learn({ askedFolder: null });
  for (const { id, failure } of publisher.session().tasks)
    if (failure?.code === 'folder-unsafe') tasks.resume(id);
  return ok(null);
}
