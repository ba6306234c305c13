// The only IP that may use seller keys and the desk. The service accepts only the IP of the person
// who sets it, so the page offers that one.
import { useOwn } from '../../../client/own.ts';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import { ChangeButton } from './ChangeButton.tsx';
import { SettingRow } from './SettingRow.tsx';

export function SellerAddress({ value }: { readonly value: string }) {
  const { plain, address } = useCopy().settings;
  const words = plain.selleraddress;
  const mayChange = useMay('all');
  const sessions = useOwn('sessions').data?.sessions ?? [];
  const ip = sessions.find(({ isCurrent }) => isCurrent)?.ip;
  return (
    <SettingRow
      name={words.name}
      now={value === '' ? words.unset : words.set(value)}
      tools={
        mayChange && (
          <>
            {ip !== undefined && value === '' && (
              <ChangeButton
                label={address.only}
                name={address.only}
                danger
                dialog={(onLeave) => <AllowOnly ip={ip} onLeave={onLeave} />}
              />
            )}
            {value !== '' && (
              <ChangeButton
                label={address.any}
                name={address.any}
                dialog={(onLeave) => <AllowAny onLeave={onLeave} />}
              />
            )}
          </>
        )
      }
    />
  );
}

interface DialogProps {
  readonly onLeave: () => void;
}

function AllowOnly({ ip, onLeave }: DialogProps & { readonly ip: string }) {
  const { address } = useCopy().settings;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ selleraddress: ip }}
      title={address.onlyTitle(ip)}
      text={address.onlyText}
      submit={address.only}
      danger
      done={() => address.done}
      onLeave={onLeave}
    >
      <p>{address.wayBack}</p>
    </ChangeDialog>
  );
}

function AllowAny({ onLeave }: DialogProps) {
  const { address } = useCopy().settings;
  return (
    <ChangeDialog
      type="updatesettings"
      parameters={{ selleraddress: '' }}
      title={address.anyTitle}
      text={address.anyText}
      submit={address.any}
      danger
      done={() => address.done}
      onLeave={onLeave}
    />
  );
}
