// What people, seller keys and programs did: the audit log, and the log lines of programs.
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import { AuditLog } from './AuditLog.tsx';
import { ProgramLog } from './ProgramLog.tsx';

const programPath = 'program';

export function AuditPage({ rest }: PageProps) {
  const { audit } = useCopy();
  const { name } = useApplication();
  const isProgram = rest[0] === programPath;
  return (
    <Page title={audit.title}>
      <Tabs
        label={audit.title}
        tabs={[
          { href: hrefOf(name, 'audit'), label: audit.people.title, isCurrent: !isProgram },
          {
            href: hrefOf(name, 'audit', programPath),
            label: audit.program.title,
            isCurrent: isProgram,
          },
        ]}
      />
      {isProgram ? <ProgramLog /> : <AuditLog />}
    </Page>
  );
}
