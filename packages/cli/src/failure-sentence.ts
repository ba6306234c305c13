// Chooses the sentence about a refusal of the service: that of the catalogue, or the service's own.
import {
  failureCodeOf,
  isFailureCode,
  type FailureCode,
} from '@latchkey/protocol/seller-failures.ts';
import { english } from '@latchkey/seller-copy/en/english.ts';
import { failureText } from '@latchkey/seller-copy/failure-text.ts';
import type { Row } from './answer-types.ts';
import { escapeControls } from './plain-text.ts';
import { ServiceRefusal, type Failure } from './problem.ts';

const maxLength = 500;

export function refusalOf(body: Row, message: string): ServiceRefusal {
  const failure = failureIn(body, message);
  if (failure === null) return otherRefusal(message);
  return new ServiceRefusal(escapeControls(failureText(english, failure)).slice(0, maxLength), {
    code: failure.code,
    parameter: typeof failure['parameter'] === 'string' ? failure['parameter'] : null,
  });
}

/** A refusal that the catalogue has no sentence for. */
export function otherRefusal(message: string): ServiceRefusal {
  return new ServiceRefusal(`The service says: ${escapeControls(message.slice(0, maxLength))}`);
}

/** Services without codes send the same messages. */
function failureIn(body: Row, message: string): (Row & Pick<Failure, 'code'>) | null {
  const { code } = body;
  if (typeof code === 'string') return isFailureCode(code) ? { ...body, code } : null;
  const ofMessage = failureCodeOf(message);
  if (ofMessage !== undefined) return { code: ofMessage };
  const [, parameter, words = ''] = parameterMessage.exec(message) ?? [];
  const ofParameter = parameterCodes[words];
  return ofParameter === undefined ? null : { code: ofParameter, parameter };
}

const parameterMessage = /^The parameter "([\w-]+)" (is missing|is not valid|is not known)\.$/;
const parameterCodes: Readonly<Record<string, FailureCode>> = {
  'is missing': 'parameter-missing',
  'is not valid': 'parameter-invalid',
  'is not known': 'parameter-unknown',
};
