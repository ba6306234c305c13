// The versions that may sign in, with their last days.
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Row } from '@latchkey/kit/Rows.tsx';
import { useNow } from '@latchkey/kit/use-now.ts';
import type { AcceptedVersion } from '@latchkey/protocol/versions.ts';
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { RowMenu } from '../../plans/RowMenu.tsx';
import { SettingRow } from '../rows/SettingRow.tsx';
import { addVersion, removeVersion, setLastDay } from './changes.ts';
import { lastDayOf, newestOf, versionsIn } from './version-list.ts';

export function Versions({ text }: { readonly text: string }) {
  const { plain, versions: copy } = useCopy().settings;
  const mayChange = useMay('all');
  const versions = versionsIn(text);
  const newest = newestOf(versions);
  return (
    <>
      <SettingRow
        name={plain.version.name}
        now={plain.version.about}
        tools={
          mayChange && (
            <ChangeButton kind="quiet" label={copy.add} change={addVersion(versions)}>
              {copy.add}
            </ChangeButton>
          )
        }
      />
      {versions.map((one) => (
        <VersionRow key={one.version} {...{ one, versions, isNewest: one === newest, mayChange }} />
      ))}
    </>
  );
}

interface VersionRowProps {
  readonly one: AcceptedVersion;
  readonly versions: readonly AcceptedVersion[];
  readonly isNewest: boolean;
  readonly mayChange: boolean;
}

function VersionRow({ one, versions, isNewest, mayChange }: VersionRowProps) {
  const { versions: copy } = useCopy().settings;
  const open = useOpenChange();
  const items = [
    { label: copy.setDay, disabledReason: null, choose: () => open(setLastDay(one, versions)) },
    {
      label: copy.remove,
      disabledReason: versions.length === 1 ? copy.only : null,
      danger: true,
      choose: () => open(removeVersion(one, versions)),
    },
  ];
  return (
    <Row {...(mayChange && { tool: <RowMenu label={copy.actions(one.version)} items={items} /> })}>
      <div className="setting-texts">
        <p className="with-chip">
          <bdi className="mono">{one.version}</bdi>
          {isNewest && <Chip tone="good">{copy.newest}</Chip>}
        </p>
        <LastDay one={one} />
      </div>
    </Row>
  );
}

function LastDay({ one }: { readonly one: AcceptedVersion }) {
  const { versions: copy } = useCopy().settings;
  const formats = useFormats();
  const now = useNow(60_000);
  if (one.until === null) return <p className="small">{copy.lasting}</p>;
  const day = formats.day(lastDayOf(one), 'day');
  return <p className="small">{one.until * 1000 > now ? copy.until(day) : copy.over(day)}</p>;
}
