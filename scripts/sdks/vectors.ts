// The files of sdks/vectors. `npm run sdks -- --vectors` writes them.
import { answerCases } from './answer-cases.ts';
import { featureCases } from './feature-cases.ts';
import { file, httpCases, login } from './http-cases.ts';
import { lineCases, optionCases, pinnedAddress } from './line-cases.ts';
import { passCases } from './pass-cases.ts';
import { application, serviceKey } from './signing.ts';

/** Returns the text of each file by its name. The same source always gives the same bytes. */
export async function vectorFiles(): Promise<ReadonlyMap<string, string>> {
  const contents = {
    answers: { ...application, cases: answerCases() },
    features: { cases: featureCases() },
    http: {
      ...application,
      keys: serviceKey.publicKey,
      ...login,
      file: file.id,
      cases: httpCases(),
    },
    lines: { ...application, address: pinnedAddress, cases: await lineCases() },
    options: { ...application, cases: optionCases() },
    passes: { ...application, cases: passCases() },
  };
  return new Map(
    Object.entries(contents).map(([name, content]) => [
      `${name}.json`,
      `${JSON.stringify(content, null, 2)}\n`,
    ]),
  );
}
