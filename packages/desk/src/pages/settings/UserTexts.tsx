// The texts that users read when the service refuses something. Each can be changed.
import { useState } from 'react';
import { allTexts, textSettings } from '@latchkey/protocol/all-reasons.ts';
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { useMay } from '../../session/application.ts';
import { ChangeButton } from './rows/ChangeButton.tsx';
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
                label={text.restore}
                name={text.restoreOf(texts[name])}
                dialog={(onLeave) => <RestoreText {...{ name, standard, onLeave }} />}
              />
            )}
            <ChangeButton
              label={settings.change}
              name={settings.changeOf(texts[name])}
              dialog={(onLeave) => <EditText {...{ name, value, standard, onLeave }} />}
            />
          </>
        )
      }
    />
  );
}

interface DialogProps {
  readonly onLeave: () => void;
}

/** The ban's reason replaces `{reason}` only there. */
const textsWithReason: readonly TextSetting[] = ['bannedmsg'];

function EditText({ name, value, standard, onLeave }: TextProps & DialogProps) {
  const { settings } = useCopy();
  const { text, texts } = settings;
  const [typed, setTyped] = useState(value);
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: typed.trim() }}
      title={settings.changeTitle(texts[name])}
      text={text.standard(standard)}
      submit={settings.change}
      done={() => settings.saved(texts[name])}
      onLeave={onLeave}
    >
      <AreaField
        label={text.field}
        rows={3}
        hint={textsWithReason.includes(name) ? text.reason : text.hint}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}

function RestoreText({ name, standard, onLeave }: Omit<TextProps, 'value'> & DialogProps) {
  const { settings } = useCopy();
  const { text, texts } = settings;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ [name]: '' }}
      title={text.restoreTitle}
      text={text.restoreText(standard)}
      submit={text.restore}
      done={() => settings.saved(texts[name])}
      onLeave={onLeave}
    />
  );
}
