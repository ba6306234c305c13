// Button that saves rows as a CSV file. While many rows are read, it shows their number and Cancel.
import { Download } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { showsSpinner, useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '@latchkey/web/failure.ts';
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

export function CsvDownload<Row>({ label, progress, ...source }: CsvDownloadProps<Row>) {
  const { copy, formats } = useLanguage();
  const { count, error, start, cancel } = useDownload(source);
  const wait = useWait(count !== null);
  if (showsSpinner(wait))
    return (
      <span className="csv-progress">
        <span role="status">{progress(formats.number(count ?? 0))}</span>
        <Button kind="quiet" onClick={cancel}>
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

type Source<Row> = Omit<CsvDownloadProps<Row>, 'label' | 'progress'>;

/** `count` is the number of rows that are read so far, or null if nothing is being read. */
function useDownload<Row>({ fileName, columns, read }: Source<Row>) {
  const language = useLanguage();
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const run = useRef(0);
  const cancel = () => {
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
      cancel();
    } catch (thrown) {
      if (run.current !== own) return;
      cancel();
      setError(failureText(language, failureOf(thrown)));
    }
  };
  return { count, error, start, cancel };
}

function today(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
