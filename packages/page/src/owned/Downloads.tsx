// The packages of the loader, for each system.
import { Download } from 'lucide';
import { useEffect, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import type { PageAnswer } from '@latchkey/protocol/page-api.ts';
import { saveFrom } from '@latchkey/web/save-file.ts';
import { read } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';

type Package = PageAnswer<'downloads'>['downloads'][number];

export function Downloads() {
  const { me } = useSession();
  const { downloads: copy } = useLanguage().copy;
  const [list, setList] = useState<readonly Package[]>([]);
  useEffect(() => {
    // The rest of the page works without them.
    read('downloads', me.id).then(
      ({ downloads }) => setList(downloads),
      () => undefined,
    );
  }, [me.id]);
  if (list.length === 0) return null;
  return (
    <Sheet
      title={copy.title}
      below={
        <p className="small">
          {copy.text} {copy.compare}
        </p>
      }
    >
      <Rows>
        {list.map((one) => (
          <PackageRow key={one.platform} of={one} />
        ))}
      </Rows>
    </Sheet>
  );
}

function PackageRow({
  of: { platform, version, size, sha256, fileName },
}: {
  readonly of: Package;
}) {
  const { me, asThisUser } = useSession();
  const { copy, formats } = useLanguage();
  const { downloads } = copy;
  const system = systemOf(platform, downloads.systems);
  const { isPending, failure, run } = useAction<null>(async () => {
    // A URL works for ten minutes.
    const { downloads: fresh } = await asThisUser(read('downloads', me.id));
    const found = fresh.find((one) => one.platform === platform);
    if (found !== undefined) saveFrom(found.url, found.fileName);
  });
  const wait = useWait(isPending);
  return (
    <Row name={system}>
      <p className="small">{downloads.version(version, formats.bytes(size))}</p>
      <p className="small">
        <bdi className="mono">{fileName}</bdi>
      </p>
      <p className="small">
        {downloads.sha256}: <code className="mono">{sha256}</code>
      </p>
      <div className="row-tools">
        <Button
          kind="quiet"
          icon={Download}
          label={downloads.downloadFor(system)}
          wait={wait}
          onClick={() => void run(null)}
        >
          {downloads.download}
        </Button>
      </div>
      <FailureMessage failure={failure} />
    </Row>
  );
}

/** Such as "Windows (x64)". */
function systemOf(platform: string, systems: Readonly<Record<string, string>>): string {
  const [name = '', processor = ''] = platform.split('-');
  return Object.hasOwn(systems, name) ? `${systems[name] ?? ''} (${processor})` : platform;
}
