// Blacklist and whitelist.
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import { Blacklist } from './Blacklist.tsx';
import { Whitelist } from './Whitelist.tsx';

const whitelistPath = 'whitelist';

export function ListsPage({ rest }: PageProps) {
  const { lists } = useCopy();
  const { name } = useApplication();
  const isWhite = rest[0] === whitelistPath;
  return (
    <Page title={lists.title}>
      <Tabs
        label={lists.title}
        tabs={[
          { href: hrefOf(name, 'lists'), label: lists.black.title, isCurrent: !isWhite },
          {
            href: hrefOf(name, 'lists', whitelistPath),
            label: lists.white.title,
            isCurrent: isWhite,
          },
        ]}
      />
      {isWhite ? <Whitelist /> : <Blacklist />}
    </Page>
  );
}
