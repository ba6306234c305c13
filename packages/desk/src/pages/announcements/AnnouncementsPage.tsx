// The announcement that signed-in users see: what is shown now, and a form that changes it.
import { useState } from 'react';
import { Select } from '@latchkey/kit/Select.tsx';
import { announcementVariable } from '@latchkey/protocol/announcement.ts';
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { AnnouncementForm } from './AnnouncementForm.tsx';

export function AnnouncementsPage() {
  const { announcements } = useCopy();
  const [variable, choose] = useVariable();
  const variables = useAsk('fetchallvars', {});
  const mayChange = useMay('all');
  return (
    <Page
      title={announcements.title}
      description={mayChange ? announcements.text : announcements.readOnly}
    >
      <Loaded query={variables}>
        {({ vars }) => {
          const found = vars.find(({ varid }) => varid === variable);
          const names = [
            ...new Set([variable, announcementVariable, ...vars.map(({ varid }) => varid)]),
          ];
          return (
            <>
              <AnnouncementForm
                key={`${variable} ${found?.msg ?? ''}`}
                variable={variable}
                value={found?.msg ?? null}
              />
              <details className="more">
                <summary>{announcements.where}</summary>
                <p className="small">{announcements.whereText}</p>
                <Select
                  label={announcements.variable}
                  value={variable}
                  onChange={(event) => choose(event.target.value)}
                >
                  {names.map((name) => (
                    <option key={name}>{name}</option>
                  ))}
                </Select>
              </details>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** The browser remembers the variable of each application. */
function useVariable(): readonly [string, (name: string) => void] {
  const { name } = useApplication();
  const storageName = `announcement of ${name}`;
  const [variable, setVariable] = useState(
    () => localStorage.getItem(storageName) ?? announcementVariable,
  );
  const choose = (chosen: string) => {
    localStorage.setItem(storageName, chosen);
    setVariable(chosen);
  };
  return [variable, choose];
}
