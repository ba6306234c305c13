// One setting on a card: its name and explanation, with its control at the end of the line.
import { useId, type ReactNode, type Ref } from 'react';

export interface SettingCardProps {
  readonly title: string;
  /** Shown beside the title, such as a chip. */
  readonly mark?: ReactNode;
  readonly text?: ReactNode;
  /** A button, or a function that returns a control. `labelledBy` is the title's id. */
  readonly control?: ReactNode | ((labelledBy: string) => ReactNode);
  /** Full-width content below, such as a failure. */
  readonly children?: ReactNode;
  readonly titleRef?: Ref<HTMLHeadingElement>;
}

export function SettingCard({ title, mark, text, control, children, titleRef }: SettingCardProps) {
  const id = useId();
  const focusable = titleRef === undefined ? {} : { ref: titleRef, tabIndex: -1 };
  return (
    <section className="sheet" aria-labelledby={id}>
      <div className="row setting">
        <div className="setting-text">
          <div className="setting-title">
            <h2 className="headline" id={id} {...focusable}>
              {title}
            </h2>
            {mark}
          </div>
          {text !== undefined && <div className="small">{text}</div>}
        </div>
        {typeof control === 'function' ? control(id) : control}
      </div>
      {children}
    </section>
  );
}
