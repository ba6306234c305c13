// A page that shows the components of the kit for pages with tables and navigation.
import { ChartColumn, KeyRound, LogIn, Plus, Settings as SettingsIcon, UsersRound } from 'lucide';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@latchkey/kit/kit.css';
import '@latchkey/kit/desk.css';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { PageHead } from '@latchkey/kit/PageHead.tsx';
import { Shell } from '@latchkey/kit/Shell.tsx';
import { applyTheme, deriveTheme } from '@latchkey/kit/theme.ts';
import { ToastRegion } from '@latchkey/kit/Toast.tsx';
import { useToasts } from '@latchkey/kit/use-toasts.ts';
import { Licenses } from './desk-licenses.tsx';
import { Numbers } from './desk-numbers.tsx';
import { DangerZone, MakeLicenses, Settings, User } from './desk-parts.tsx';

const groups = [
  {
    links: [
      { href: '#home', label: 'Home', icon: ChartColumn, isCurrent: false },
      { href: '#licenses', label: 'Licenses', icon: KeyRound, isCurrent: true, mark: '1,204' },
      { href: '#users', label: 'Users', icon: UsersRound, isCurrent: false },
    ],
  },
  {
    label: 'Application',
    links: [{ href: '#settings', label: 'Settings', icon: SettingsIcon, isCurrent: false }],
  },
];

function Page() {
  const [making, setMaking] = useState(false);
  const { toasts, show, remove } = useToasts();
  const choose = () => show('Signed out');
  return (
    <Shell
      skipLabel="Skip to content"
      navLabel="Pages"
      menuLabel="Open the navigation"
      brand="Northwind Studio"
      header={
        <Menu
          buttonLabel="Anna's account"
          label="Account"
          items={[{ label: 'Sign out', disabledReason: null, choose }]}
        >
          Anna
        </Menu>
      }
      groups={groups}
    >
      <PageHead
        title="Licenses"
        mark={<Chip tone="neutral">Demo</Chip>}
        description="Keys that you sold or can sell."
        back={{ href: '#home', label: 'Home' }}
        actions={
          <>
            <ButtonLink kind="outlined" href="#csv" icon={LogIn}>
              Export
            </ButtonLink>
            <Button kind="filled" icon={Plus} onClick={() => setMaking(true)}>
              Make licenses
            </Button>
          </>
        }
      />
      <Numbers />
      <Licenses report={show} />
      <User />
      <Settings />
      <DangerZone report={show} />
      {making && (
        <MakeLicenses
          onLeave={() => setMaking(false)}
          onMade={(text) => {
            setMaking(false);
            show(text);
          }}
        />
      )}
      <ToastRegion toasts={toasts} remove={remove} />
    </Shell>
  );
}

applyTheme(deriveTheme('#4f46e5', null), document.documentElement);
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);
