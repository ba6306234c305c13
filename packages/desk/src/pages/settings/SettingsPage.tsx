// The settings of the application, in sections with an address each.
import { Tabs } from '@latchkey/kit/Tabs.tsx';
import { useAsk, type AnswerTo } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import type { PageProps } from '../../layout/pages.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { Facts } from './application/Facts.tsx';
import { SettingGroup } from './SettingGroup.tsx';
import { groupIds, sectionIds, settingGroups, type SectionId } from './table.ts';
import { UserTexts } from './UserTexts.tsx';

export type Settings = AnswerTo<'getsettings'>;

export function SettingsPage({ rest }: PageProps) {
  const { settings } = useCopy();
  const { name } = useApplication();
  const mayChange = useMay('all');
  const query = useAsk('getsettings', {});
  const section = sectionIds.find((id) => id === rest[0]) ?? 'application';
  return (
    <Page title={settings.title} {...(!mayChange && { description: settings.readOnly })}>
      <Tabs
        label={settings.title}
        tabs={sectionIds.map((id) => ({
          href: hrefOf(name, 'settings', id),
          label: settings.sections[id],
          isCurrent: id === section,
        }))}
      />
      <div className="settings">
        <Loaded query={query} lines={6}>
          {(values) => <Section key={section} section={section} values={values} />}
        </Loaded>
      </div>
    </Page>
  );
}

interface SectionProps {
  readonly section: SectionId;
  readonly values: Settings;
}

function Section({ section, values }: SectionProps) {
  return (
    <>
      {groupIds
        .filter((id) => settingGroups[id].section === section)
        .map((id) => (
          <SettingGroup key={id} id={id} values={values} />
        ))}
      {section === 'texts' && <UserTexts values={values} />}
      {section === 'application' && <Facts />}
    </>
  );
}
