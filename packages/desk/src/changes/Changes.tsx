// The dialog of the change that a page opened, and the secret that its answer showed. Another place
// closes both.
import { createContext, useContext, useState, type ReactNode } from 'react';
import { useLanguage } from '../copy/language.ts';
import { usePlace } from '../router/location.ts';
import { useApplication } from '../session/application.ts';
import type { MakeChange } from './change.ts';
import { ChangeOf } from './ChangeOf.tsx';
import { ShownOnce, type Secret } from './ShownOnce.tsx';

const OpenContext = createContext<(change: MakeChange) => void>(() => undefined);

/** Returns a function that opens the dialog of a change. */
export function useOpenChange(): (change: MakeChange) => void {
  return useContext(OpenContext);
}

interface Open {
  readonly place: string;
  readonly change: MakeChange | null;
  readonly secret: Secret | null;
}

export function Changes({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const { name: application } = useApplication();
  const place = usePlace().join('/');
  const [open, setOpen] = useState<Open | null>(null);
  const leave = () => setOpen(null);
  if (open !== null && open.place !== place) leave();
  return (
    <OpenContext value={(change) => setOpen({ place, change, secret: null })}>
      {children}
      {open?.change && (
        <ChangeOf
          change={open.change({ ...language, application })}
          onSecret={(secret) => setOpen({ place, change: null, secret })}
          onLeave={leave}
        />
      )}
      {open?.secret && <ShownOnce {...open.secret} onLeave={leave} />}
    </OpenContext>
  );
}
