// Announces finished changes in short sentences at the bottom of the page. They end with the page.
import { createContext, useContext, useState, type ReactNode } from 'react';
import { ToastRegion } from '@latchkey/kit/Toast.tsx';
import { useToasts } from '@latchkey/kit/use-toasts.ts';
import { usePlace } from '../router/location.ts';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

export function Announcements({ children }: { readonly children: ReactNode }) {
  const { toasts, show, remove } = useToasts();
  const page = usePlace().slice(0, 2).join('/');
  const [shownOn, setShownOn] = useState(page);
  if (page !== shownOn) {
    setShownOn(page);
    for (const { id } of toasts) remove(id);
  }
  return (
    <AnnounceContext value={show}>
      {children}
      <ToastRegion toasts={toasts} remove={remove} />
    </AnnounceContext>
  );
}
