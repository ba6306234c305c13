// Faults that a client could have. `npm run sdks -- --faults` plants each in a copy of the client,
// whose tests must then fail: so the vectors see every one of them.
import { type PlantedFault } from './fault-rows.ts';
import { cpp } from './faults-cpp.ts';
import { csharp } from './faults-csharp.ts';
import { go } from './faults-go.ts';
import { java } from './faults-java.ts';
import { python } from './faults-python.ts';
import { rust } from './faults-rust.ts';

/** By the name of the client. */
export const plantedFaults: Readonly<Record<string, readonly PlantedFault[]>> = {
  python,
  go,
  rust,
  java,
  cpp,
  csharp,
};
