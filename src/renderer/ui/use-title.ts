// The title of the window says the screen and whose program it is.
import { useLayoutEffect } from 'react';
import { useParts } from '../bridge/loader-context.ts';

export function useTitle(screen: string): void {
  const { name } = useParts().info.brand;
  useLayoutEffect(() => {
    document.title = screen === name ? name : `${screen} · ${name}`;
  }, [screen, name]);
}
