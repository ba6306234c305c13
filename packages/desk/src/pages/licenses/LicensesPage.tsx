// Licenses: the list, the form for new keys, or one of them, by the place.
import type { PageProps } from '../../layout/pages.tsx';
import { useApplication, useMay } from '../../session/application.ts';
import { FindLicense } from './FindLicense.tsx';
import { LicenseList } from './list/LicenseList.tsx';
import { MakePage } from './make/MakePage.tsx';
import { LicensePage } from './one/LicensePage.tsx';
import { isMaking } from './places.ts';

export function LicensesPage({ rest }: PageProps) {
  const { role } = useApplication();
  const mayList = useMay('read') || role === 'reseller';
  const maySell = useMay('sell') || role === 'reseller';
  const [key] = rest;
  if (maySell && isMaking(rest)) return <MakePage />;
  if (key !== undefined) return <LicensePage key={key} license={key} />;
  return mayList ? <LicenseList /> : <FindLicense />;
}
