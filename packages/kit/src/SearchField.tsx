// Search field with a button that clears it, focused by the key /. The caller debounces `onChange`.
import { Search, X } from 'lucide';
import { useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import { isSlashOn, useSlash } from './use-slash.ts';

export interface SearchFieldProps {
  /** Accessible name. */
  readonly label: string;
  readonly clearLabel: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, clearLabel, placeholder, ...field }: SearchFieldProps) {
  const { value, onChange } = field;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);
  return (
    <div className="box search">
      <label htmlFor={id} className="unseen">
        {label}
      </label>
      <Icon icon={Search} size={16} />
      <input
        type="search"
        aria-keyshortcuts={isSlashOn() ? '/' : undefined}
        id={id}
        ref={input}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {value !== '' && (
        <button
          type="button"
          className="inside"
          aria-label={clearLabel}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <Icon icon={X} size={16} />
        </button>
      )}
    </div>
  );
}
