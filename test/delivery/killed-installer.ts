// Installs the release in its one argument, in a process that its worker may kill at any moment.
import '../../src/main/core/zod-config.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { plainRun, plainStore, type PlainPlace } from './plain-store.ts';

interface Job {
  readonly place: PlainPlace;
  readonly offer: OfferedRelease;
}

const { place, offer } = JSON.parse(process.argv[2] ?? '') as Job; // kill-rounds.ts wrote it
void plainStore(place)
  .install(offer, plainRun(offer))
  .then((installing) => {
    if (!installing.ok) process.stderr.write(JSON.stringify(installing.problem));
    process.exit(installing.ok ? 0 : 1);
  });
