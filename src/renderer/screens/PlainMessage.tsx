// A window without the loader's screens: a title and a text.
import { useLayoutEffect } from 'react';
import { Stage } from '../Stage.tsx';

export interface PlainMessageProps {
  readonly title: string;
  readonly text: string;
}

export function PlainMessage({ title, text }: PlainMessageProps) {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="main">
      <Stage>
        <div className="column state" role="alert">
          <h1>{title}</h1>
          <p className="lead">{text}</p>
        </div>
      </Stage>
    </main>
  );
}
