// Announces finished changes in short sentences at the bottom of the page.
import { createContext, useContext, type ReactNode } from 'react';
import { ToastRegion } from '@latchkey/kit/Toast.tsx';
import { useToasts } from '@latchkey/kit/use-toasts.ts';

const AnnounceContext = createContext<(text: string) => void>(() => undefined);

export function useAnnounce(): (text: string) => void {
  return useContext(AnnounceContext);
}

export function Announcements({ children }: { readonly children: ReactNode }) {
  const { toasts, show, remove } = useToasts();
  return (
    <AnnounceContext value={show}>
      {children}
      <ToastRegion toasts={toasts} remove={remove} />
    </AnnounceContext>
  );
}
