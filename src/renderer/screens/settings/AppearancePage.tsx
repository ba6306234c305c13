// Settings page of the window and this computer: theme, text size, language, desktop notifications
// the start with the system, and links that another program opens.
import { Button } from '@latchkey/kit/Button.tsx';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { formatNumber } from '../../../copy/dates.ts';
import { fill } from '../../../copy/sentences.ts';
import { languageNames } from '../../../shared/languages.ts';
import { textSizes, themes } from '../../../shared/preferences.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { SettingCard } from './SettingCard.tsx';
import { SettingSelect } from './SettingSelect.tsx';

export function AppearancePage() {
  const { bridge, info, language, setLanguage, session } = useLoaderContext();
  const { settings: copy } = useCopy();
  const { theme } = session.preferences;
  return (
    <>
      {theme !== null && (
        <SettingSelect
          title={copy.theme}
          value={theme}
          choices={themes.map((value) => ({ value, label: copy.themes[value] }))}
          choose={(value) => void bridge.choosePreference({ name: 'theme', value })}
        />
      )}
      <TextSize />
      {info.language.offered.length > 1 && (
        <SettingSelect
          title={copy.language}
          value={language}
          choices={info.language.offered.map((value) => ({
            value,
            label: languageNames[value],
            language: value,
          }))}
          choose={setLanguage}
        />
      )}
      <Notifications />
      <StartWithSystem />
      <Links />
    </>
  );
}

/** A size that the keyboard has set between these steps is shown as an additional choice. */
function TextSize() {
  const { bridge, session } = useLoaderContext();
  const copy = useCopy();
  const { settings: texts } = copy;
  const { textSize } = session.preferences;
  if (textSize === null) return null;
  const steps = textSizes.map((value) => ({ value: String(value), label: texts.textSizes[value] }));
  const isStep = steps.some(({ value }) => value === String(textSize));
  const label = fill(texts.otherSize, { percent: formatNumber(copy, textSize) });
  return (
    <SettingSelect
      title={texts.textSize}
      value={String(textSize)}
      choices={isStep ? steps : [...steps, { value: String(textSize), label }]}
      choose={(chosen) => {
        const value = textSizes.find((size) => String(size) === chosen);
        if (value !== undefined) void bridge.choosePreference({ name: 'textSize', value });
      }}
    />
  );
}

/** Hidden if this computer cannot show notifications. */
function Notifications() {
  const { bridge, session } = useLoaderContext();
  const { settings: copy } = useCopy();
  if (session.systemNotices === null) return null;
  return (
    <SettingCard
      title={copy.notices}
      text={copy.noticesText}
      control={
        <CheckBox
          label={copy.notices}
          hidesLabel
          checked={session.systemNotices}
          onChange={(on) => void bridge.allowSystemNotices({ on })}
        />
      }
    />
  );
}

function StartWithSystem() {
  const { bridge, session } = useLoaderContext();
  const { settings: copy } = useCopy();
  const command = useCommand<null>();
  const { startWithSystem } = session.preferences;
  if (startWithSystem === null) return null;
  return (
    <SettingCard
      title={copy.startWithSystem}
      text={copy.startWithSystemText}
      control={
        <CheckBox
          label={copy.startWithSystem}
          hidesLabel
          checked={startWithSystem}
          disabled={command.pending}
          onChange={(value) =>
            void command.run(() => bridge.choosePreference({ name: 'startWithSystem', value }))
          }
        />
      }
    >
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="screen" />
      )}
    </SettingCard>
  );
}

/** Shown only while the system opens another program, or none, for the loader's links. */
function Links() {
  const { bridge, session } = useLoaderContext();
  const { settings: copy } = useCopy();
  const command = useCommand<null>();
  if (session.preferences.opensLinks !== false) return null;
  return (
    <SettingCard
      title={copy.links}
      text={copy.linksText}
      control={
        <Button
          kind="outlined"
          disabled={command.pending}
          onClick={() =>
            void command.run(() => bridge.choosePreference({ name: 'opensLinks', value: true }))
          }
        >
          {copy.openLinks}
        </Button>
      }
    >
      {command.failure !== null && (
        <FailureBox key={command.failure.reportId} failure={command.failure} operation="screen" />
      )}
    </SettingCard>
  );
}
