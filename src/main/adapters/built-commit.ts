// The commit of the build, which vite.config.ts inserts here.
import type { LoaderInfo } from '../../shared/loader-info.ts';

declare const BUILT_COMMIT: LoaderInfo['commit'];

export const builtCommit = BUILT_COMMIT;
