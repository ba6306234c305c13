// The only IP that may use seller keys and the desk. The service accepts only the IP of the person
// who sets it, so the page offers that one.
import { useOwn } from '../../../client/own.ts';
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { allowAny, allowOnly } from '../changes.tsx';
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
              <ChangeButton kind="quiet" danger label={address.only} change={allowOnly(ip)}>
                {address.only}
              </ChangeButton>
            )}
            {value !== '' && (
              <ChangeButton kind="quiet" label={address.any} change={allowAny}>
                {address.any}
              </ChangeButton>
            )}
          </>
        )
      }
    />
  );
}
