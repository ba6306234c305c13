// The frame around every page: navigation, the choice of the application, and the account menu.
import type { ReactNode } from 'react';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { Shell } from '@latchkey/kit/Shell.tsx';
import { useLanguage } from '../copy/language.ts';
import { goTo, hrefOf } from '../router/location.ts';
import { leaveForms } from '../router/leaving.ts';
import type { Application } from '../session/application.ts';
import { useSignOut } from '../session/me.ts';
import { accountPath, type DeskPage } from './pages.tsx';

interface FrameProps {
  readonly me: Me;
  readonly application: Application;
  readonly pages: readonly DeskPage[];
  /** The path of the current page. */
  readonly path: string;
  readonly children: ReactNode;
}

export function Frame({ me, application, pages, path, children }: FrameProps) {
  const { copy } = useLanguage();
  const { frame } = copy;
  const links = pages.flatMap(({ path: one, label, icon }) =>
    icon === null
      ? []
      : [
          {
            href: hrefOf(application.name, one),
            label: label(copy),
            icon,
            isCurrent: one === path,
          },
        ],
  );
  return (
    <Shell
      skipLabel={frame.skip}
      navLabel={frame.navigation}
      menuLabel={frame.menu}
      brand={<Applications me={me} application={application} />}
      header={<Account me={me} application={application} />}
      groups={[{ links }]}
    >
      {children}
    </Shell>
  );
}

interface MenuProps {
  readonly me: Me;
  readonly application: Application;
}

/** The name of the application, and a menu for several applications and for owners. */
function Applications({ me, application }: MenuProps) {
  const { frame, newApplication } = useLanguage().copy;
  const name = (
    <>
      <span className="brand-mark" aria-hidden="true">
        {initialOf(application.name)}
      </span>
      <bdi className="headline">{application.name}</bdi>
    </>
  );
  if (me.applications.length === 1 && !me.isOwner) return <p className="brand">{name}</p>;
  const applications = me.applications.map((one) => ({
    label: one.name,
    disabledReason: null,
    checked: one.name === application.name,
    choose: () => goTo(one.name),
  }));
  const create = {
    label: newApplication.create,
    disabledReason: null,
    choose: () => goTo(application.name, accountPath),
  };
  const items = me.isOwner ? [...applications, create] : applications;
  return (
    <Menu
      buttonLabel={`${frame.application}: ${application.name}`}
      label={frame.application}
      items={items}
    >
      <span className="brand">{name}</span>
    </Menu>
  );
}

function Account({ me, application }: MenuProps) {
  const { copy, code, choose } = useLanguage();
  const { frame } = copy;
  const signOut = useSignOut();
  const items = [
    { label: frame.account, choose: () => goTo(application.name, accountPath) },
    { label: frame.language, choose: () => choose(code === 'en' ? 'de' : 'en') },
    { label: frame.signOut, choose: () => leaveForms(signOut.mutate) },
  ].map((item) => ({ ...item, disabledReason: null }));
  return (
    <Menu
      buttonLabel={frame.signedInAs(me.name)}
      label={frame.account}
      items={items}
      head={`${me.name} · ${frame.roles[application.role]}`}
      foot={me.ownerid}
    >
      <bdi>{me.name}</bdi>
    </Menu>
  );
}

const graphemes = new Intl.Segmenter();

function initialOf(name: string): string {
  const [first] = graphemes.segment(name);
  return first?.segment.toUpperCase() ?? '';
}
