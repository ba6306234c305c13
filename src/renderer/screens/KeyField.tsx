// The license key field, with a note if a pasted text was changed.
import { ClipboardPaste } from 'lucide';
import type { RefObject } from 'react';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { fill, joinSentences } from '../../copy/sentences.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Icon } from '@latchkey/kit/Icon.tsx';
import type { FieldError, InputError } from '../ui/form-errors.tsx';
import { useAnnouncement } from '../ui/use-live-region.ts';
import type { KeyText } from './use-key-text.ts';

export interface KeyFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: KeyText;
  readonly readOnly: boolean;
  readonly fieldError: FieldError;
  /** Called after each edit, with the input error or null. */
  readonly onInputError: (inputError: InputError | null) => void;
}

export function KeyField({ field, text, readOnly, fieldError, onInputError }: KeyFieldProps) {
  const { bridge } = useLoaderContext();
  const { redeem: copy, keyScreen } = useCopy();
  const pasteByButton = async () => {
    const answer = await askBridge(bridge.readClipboard({}));
    onInputError(text.replace(answer.ok ? answer.value : null));
    field.current?.focus();
  };
  const choose = (key: string) => {
    onInputError(null);
    text.setTyped(key);
    field.current?.focus();
  };
  return (
    <Field
      label={copy.key}
      ref={field}
      name="key"
      className="mono"
      autoComplete="off"
      dir="ltr"
      value={text.text}
      readOnly={readOnly}
      {...fieldError}
      hint={<KeyHint reading={text.reading} quiet={fieldError.error !== null} choose={choose} />}
      onPaste={(event) => onInputError(text.paste(event))}
      onChange={(event) => {
        onInputError(null);
        text.setTyped(event.currentTarget.value);
      }}
      end={
        <button
          type="button"
          className="inside"
          aria-label={keyScreen.paste}
          aria-disabled={readOnly || undefined}
          onClick={() => {
            if (!readOnly) void pasteByButton();
          }}
        >
          <Icon icon={ClipboardPaste} size={18} />
        </button>
      }
    />
  );
}

interface KeyHintProps {
  readonly reading: KeyText['reading'];
  /** Hides the texts below a field that shows an error. */
  readonly quiet: boolean;
  readonly choose: (key: string) => void;
}

function KeyHint({ reading, quiet, choose }: KeyHintProps) {
  const { redeem: copy, deepLink } = useCopy();
  const texts = { ...copy.changes, linked: deepLink.filled, 'as-given': null };
  const changeText = reading === null || reading.key === '' ? null : texts[reading.change];
  const warning =
    reading?.warning === null || reading === null ? null : copy.warnings[reading.warning];
  const offers = reading?.offers ?? [];
  const isCopy = (key: string) => reading?.key === key + key;
  // SECURITY: the offered keys are not announced.
  useAnnouncement(quiet ? null : joinSentences(changeText, warning) || null);
  return (
    <>
      {!quiet && warning !== null && <span className="doubt">{warning} </span>}
      {!quiet && warning === null && changeText}
      {offers.map((key) => (
        <Button key={key} kind="quiet" onClick={() => choose(key)}>
          {isCopy(key) ? copy.keepOne : fill(copy.use, { key })}
        </Button>
      ))}
    </>
  );
}
