// Button that saves rows as a CSV file. While many rows are read, it shows their number and Cancel.
import { Download } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { showsSpinner, useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '../client/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';
import { csvText, saveCsv, type CsvColumn } from './download-csv.ts';

interface CsvDownloadProps<Row> {
  readonly label: string;
  /** Without the date and the ending. */
  readonly fileName: string;
  readonly columns: readonly CsvColumn<Row>[];
  readonly read: (onRows: (count: number) => void) => Promise<readonly Row[]>;
  /** Says how many rows were read so far. */
  readonly progress: (count: string) => string;
}

class Cancelled extends Error {}

export function CsvDownload<Row>({
  label,
  fileName,
  columns,
  read,
  progress,
}: CsvDownloadProps<Row>) {
  const language = useLanguage();
  const { copy, formats } = language;
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const wait = useWait(count !== null);
  const run = useRef(0);
  const end = () => {
    run.current += 1;
    setCount(null);
  };
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );
  const start = async () => {
    run.current += 1;
    const own = run.current;
    const report = (rows: number) => {
      if (run.current !== own) throw new Cancelled();
      setCount(rows);
    };
    setError(null);
    setCount(0);
    try {
      const rows = await read(report);
      report(rows.length);
      saveCsv(`${fileName}-${today()}.csv`, csvText(rows, columns));
      end();
    } catch (thrown) {
      if (run.current !== own) return;
      end();
      setError(failureText(language, failureOf(thrown)));
    }
  };
  if (showsSpinner(wait))
    return (
      <span className="csv-progress">
        <span role="status">{progress(formats.number(count ?? 0))}</span>
        <Button kind="quiet" onClick={end}>
          {copy.frame.cancel}
        </Button>
      </span>
    );
  return (
    <>
      <Button kind="outlined" icon={Download} wait={wait} onClick={() => void start()}>
        {label}
      </Button>
      {error !== null && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
