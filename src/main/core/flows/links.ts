// Opens links in the system's browser, at most one per second, to limit a misbehaving page.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { isInGroup } from '../../../shared/phases.ts';
import { shownUpdateDownload } from './update-warning.ts';
import { type CoreParts } from '../parts.ts';
import { type View } from '../ports.ts';

export type LinksParts = Pick<CoreParts, 'clock' | 'config' | 'failures' | 'publisher' | 'renewal'>;

type LinkName = CommandInput<'openLink'>['name'];

const linkIntervalMs = 1000;

export interface Links {
  /** The same link within a second shares the result; another link fails with `busy`. */
  readonly open: (name: LinkName) => Promise<Result<null>>;
}

interface Opening {
  readonly url: string;
  readonly atMs: number;
  readonly opened: Promise<boolean>;
}

/**
 * SECURITY: only URLs of the configuration, of a verified answer (download) and of the announcement
 * reach the browser. The page shows the host of the last two before the click.
 */
export function createLinks(
  { clock, config, failures, publisher, renewal }: LinksParts,
  view: Pick<View, 'openLink'>,
): Links {
  let last: Opening | null = null;

  const addressOf = (name: LinkName): string | null => {
    const phase = publisher.phase();
    if (name === 'download') {
      const required = phase.kind === 'update-required' ? phase.download : null;
      const offered = publisher.session().loaderUpdate?.download ?? null;
      return required ?? shownUpdateDownload({ publisher }) ?? offered;
    }
    if (name === 'announcement')
      return isInGroup(phase, 'inside') ? (phase.announcement?.link ?? null) : null;
    return config.links[name] ?? null;
  };
  /** Returns null within a second of another link. A clock that was set back does not block. */
  const openOnce = (url: string): Opening | null => {
    const atMs = clock.now();
    if (last !== null && Math.abs(atMs - last.atMs) < linkIntervalMs)
      return last.url === url ? last : null;
    last = { url, atMs, opened: view.openLink(url) };
    return last;
  };
  return {
    async open(name) {
      const url = addressOf(name);
      if (url === null) return fail(failures.make({ code: 'invalid-input', fields: ['name'] }));
      const link = openOnce(url);
      if (link === null) return fail(failures.make({ code: 'busy' }));
      if (!(await link.opened)) return fail(failures.make({ code: 'internal' }));
      if (name === 'renew') renewal.begin(publisher.phase());
      return ok(null);
    },
  };
}
