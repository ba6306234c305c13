// The desk of a person who is signed in: chooses application and page by the place.
import { Suspense, useEffect } from 'react';
import type { Me } from '@latchkey/protocol/desk-api.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { PageHead } from '@latchkey/kit/PageHead.tsx';
import { Changes } from '../changes/Changes.tsx';
import { useCopy } from '../copy/language.ts';
import { Waiting } from '../parts/Waiting.tsx';
import { goTo, replacePlace, type Place } from '../router/location.ts';
import { ApplicationContext } from '../session/application.ts';
import { useSignOut } from '../session/me.ts';
import { Door } from './Door.tsx';
import { Frame } from './Frame.tsx';
import { pagesFor } from './pages.tsx';
import { useTitle } from './use-title.ts';

interface DeskProps {
  readonly me: Me;
  readonly place: Place;
}

export function Desk({ me, place }: DeskProps) {
  const [name, chosen, ...rest] = place;
  const [first] = me.applications;
  const application = me.applications.find((one) => one.name === name);
  const isUnknown = application === undefined && first !== undefined;
  useEffect(() => {
    if (isUnknown) replacePlace(first.name);
  }, [isUnknown, first]);
  if (first === undefined) return <NoApplication />;
  if (application === undefined) return null;
  const pages = pagesFor(application);
  const path = chosen ?? pages[0]?.path ?? '';
  const page = pages.find((one) => one.path === path);
  return (
    <ApplicationContext value={application} key={application.name}>
      <Frame {...{ me, application, pages, path }}>
        {page === undefined ? (
          <NotFound application={application.name} />
        ) : (
          <Suspense fallback={<Waiting />}>
            <Changes>
              <page.Content key={path} rest={rest} />
            </Changes>
          </Suspense>
        )}
      </Frame>
    </ApplicationContext>
  );
}

function NoApplication() {
  const { frame } = useCopy();
  const signOut = useSignOut();
  return (
    <Door title={frame.nothingOpen} lead={frame.nothingOpenText}>
      <Button kind="filled" onClick={() => signOut.mutate()}>
        {frame.signOut}
      </Button>
    </Door>
  );
}

function NotFound({ application }: { readonly application: string }) {
  const { frame } = useCopy();
  useTitle(frame.tab(frame.notFound, application));
  return (
    <>
      <PageHead title={frame.notFound} description={frame.notFoundText} />
      <div>
        <Button kind="quiet" onClick={() => goTo(application)}>
          {frame.toStart}
        </Button>
      </div>
    </>
  );
}
