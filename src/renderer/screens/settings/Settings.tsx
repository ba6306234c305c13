// Settings: a list of pages, and beside it the chosen page. In a narrow window, the list is a
// separate page.
import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { isInGroup } from '../../../shared/phases.ts';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { LocalForm, SettingsForm, SettingsPage } from '../../phase-facts.ts';
import { Stage } from '../../Stage.tsx';
import { BackArrow } from '../../ui/BackArrow.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { useTitle } from '../../ui/use-title.ts';
import { PageContent } from './PageContent.tsx';
import { SecurityForm } from './SecurityForm.tsx';
import { SettingsList } from './SettingsList.tsx';
import { pageOf, pagesFor, pageTitle } from './settings-pages.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useSecurityForms, type SecurityForms } from './use-security-forms.ts';

export interface SettingsProps {
  readonly form: SettingsForm;
  readonly open: (form: LocalForm) => void;
  /** Closes one page. */
  readonly close: () => void;
  /** Closes all pages. */
  readonly leaveSettings: () => void;
}

export function Settings(props: SettingsProps) {
  const { phase } = useLoaderContext().session;
  const forms = useSecurityForms();
  const account = isInGroup(phase, 'inside') ? phase.account : null;
  if (account === null || forms.form === null) return <Pages {...props} forms={forms} />;
  return (
    <FormInFrame>
      <SecurityForm account={account} form={forms.form} forms={forms} />
    </FormInFrame>
  );
}

/** The steps of a form keep the list beside them. It rests until the form is done or left. */
function FormInFrame({ children }: { readonly children: ReactNode }) {
  const { info, session } = useLoaderContext();
  const isNarrow = useIsNarrow();
  const list = (
    <SettingsList pages={pagesFor(info, session)} current="security" open={() => undefined} />
  );
  return (
    <div className={isNarrow ? 'settings narrow' : 'settings'}>
      {!isNarrow && <ListWithPage list={list} back={() => undefined} isResting />}
      <Stage>{children}</Stage>
    </div>
  );
}

interface PagesProps extends SettingsProps {
  readonly forms: SecurityForms;
}

function Pages({ form, open, close, leaveSettings, forms }: PagesProps) {
  const { info, session } = useLoaderContext();
  const isNarrow = useIsNarrow();
  const pages = pagesFor(info, session);
  const requestedPage = pageOf(form);
  const chosen = requestedPage !== null && pages.includes(requestedPage) ? requestedPage : null;
  const page = chosen ?? (isNarrow ? null : (pages[0] ?? null));
  const back = isNarrow ? close : leaveSettings;
  useEscape(true, back);
  const side = useRef<HTMLDivElement>(null);
  // Until the user has chosen a page, the list has the focus. The page's effect, which focuses the
  // heading, runs earlier.
  useLayoutEffect(() => {
    if (chosen === null && side.current !== null) listStop(side.current)?.focus();
  }, [chosen, isNarrow]);
  const list = (
    <SettingsList pages={pages} current={page} open={(wanted) => open(`settings/${wanted}`)} />
  );
  if (page === null) return <ListOnly list={list} back={back} />;
  // The page keeps its place in the tree, so that it keeps its state at any width.
  return (
    <div className={isNarrow ? 'settings narrow' : 'settings'}>
      {!isNarrow && <ListWithPage list={list} back={back} ref={side} />}
      <Page key={page} page={page} back={isNarrow ? back : null}>
        <PageContent page={page} open={open} forms={forms} />
      </Page>
    </div>
  );
}

interface ListOnlyProps {
  readonly list: ReactNode;
  readonly back: () => void;
}

function ListOnly({ list, back }: ListOnlyProps) {
  const copy = useCopy().settings;
  const frame = useArrivalFocus<HTMLDivElement>(listStop);
  useTitle(copy.title);
  return (
    <Stage>
      <div className="settings-page appear" ref={frame}>
        <div className="settings-head">
          <BackArrow back={back} />
          <h1>{copy.title}</h1>
        </div>
        {list}
      </div>
    </Stage>
  );
}

interface ListWithPageProps extends ListOnlyProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly isResting?: true;
}

function ListWithPage({ list, back, ref, isResting }: ListWithPageProps) {
  const copy = useCopy().settings;
  return (
    <div className="settings-side" ref={ref} inert={isResting}>
      <div className="settings-head">
        <BackArrow back={back} />
        <p className="headline">{copy.title}</p>
      </div>
      {list}
    </div>
  );
}

function listStop(frame: HTMLElement): HTMLElement | null {
  return frame.querySelector<HTMLElement>('.settings-list button[tabindex="0"]');
}

interface PageProps {
  readonly page: SettingsPage;
  /** Null if the list beside the page has the back control. */
  readonly back: (() => void) | null;
  readonly children: ReactNode;
}

function Page({ page, back, children }: PageProps) {
  const title = pageTitle(useCopy(), page, useLoaderContext().info.brand.name);
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useTitle(title);
  return (
    <Stage>
      <div className="settings-page appear">
        <div className="settings-head">
          {back !== null && <BackArrow back={back} />}
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
        </div>
        {children}
      </div>
    </Stage>
  );
}
