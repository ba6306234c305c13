// A setting: its name, what is true now, and its buttons at the end of the row.
import type { ReactNode } from 'react';
import { Row } from '@latchkey/kit/Rows.tsx';

interface SettingRowProps {
  readonly name: string;
  readonly mark?: ReactNode;
  /** What is true with the present value. */
  readonly now: ReactNode;
  /** False if the person may only read. */
  readonly tools: ReactNode;
  readonly children?: ReactNode;
}

export function SettingRow({ name, mark, now, tools, children }: SettingRowProps) {
  return (
    <Row tool={tools === false ? undefined : <div className="setting-tools">{tools}</div>}>
      <div className="setting-texts">
        <p className="with-chip">
          <span className="headline">{name}</span>
          {mark}
        </p>
        <p className="small">{now}</p>
        {children}
      </div>
    </Row>
  );
}
