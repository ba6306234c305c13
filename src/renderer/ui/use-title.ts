// The title of the window says the screen and whose program it is, each once.
import { useLayoutEffect } from 'react';
import { useParts } from '../bridge/loader-context.ts';

export function useTitle(screen: string): void {
  const { name } = useParts().info.brand;
  useLayoutEffect(() => {
    document.title = screen.includes(name) ? screen : `${screen} · ${name}`;
  }, [screen, name]);
}
