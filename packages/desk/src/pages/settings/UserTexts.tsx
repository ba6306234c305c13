// The texts that users read when the service refuses something. Each can be changed.
import { allTexts, textSettings } from '@latchkey/protocol/all-reasons.ts';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { ChangeButton } from '../../changes/ChangeButton.tsx';
import { useCopy } from '../../copy/language.ts';
import { useMay } from '../../session/application.ts';
import { editText, restoreText } from './changes.tsx';
import { SettingRow } from './rows/SettingRow.tsx';
import type { TextSetting } from './setting-names.ts';
import type { Settings } from './SettingsPage.tsx';

export function UserTexts({ values }: { readonly values: Settings }) {
  const { settings } = useCopy();
  const names = Object.keys(settings.texts) as TextSetting[]; // Object.keys loses the literal types
  return (
    <Sheet title={settings.sections.texts}>
      <SheetPart>
        <p className="small">{settings.text.lead}</p>
      </SheetPart>
      <Rows>
        {names.map((name) => (
          <TextRow
            key={name}
            name={name}
            value={values[name]}
            standard={standardText(name, values)}
          />
        ))}
      </Rows>
    </Sheet>
  );
}

/** Without an own text, an expired plan has the same text as no plan. */
function standardText(name: TextSetting, values: Settings): string {
  return name === 'expiredmsg' ? values.noactivesubmsg : allTexts[textSettings[name]];
}

interface TextProps {
  readonly name: TextSetting;
  readonly value: string;
  readonly standard: string;
}

function TextRow({ name, value, standard }: TextProps) {
  const { settings } = useCopy();
  const { text, texts } = settings;
  const mayChange = useMay('all');
  const isOwn = value !== standard;
  return (
    <SettingRow
      name={texts[name]}
      mark={isOwn && <Chip tone="neutral">{text.own}</Chip>}
      now={<bdi>{value}</bdi>}
      tools={
        mayChange && (
          <>
            {isOwn && (
              <ChangeButton
                kind="quiet"
                label={text.restoreOf(texts[name])}
                change={restoreText(name, standard)}
              >
                {text.restore}
              </ChangeButton>
            )}
            <ChangeButton
              kind="quiet"
              label={settings.changeOf(texts[name])}
              change={editText(name, value, standard)}
            >
              {settings.change}
            </ChangeButton>
          </>
        )
      }
    />
  );
}
