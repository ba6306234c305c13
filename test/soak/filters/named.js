// Filters that no test can miss, each with the reason, as the part says them: without them every answer is the same.

const onlyFewer =
  'fewer rows are read; which of the names asked about are secret is looked up in them';

/** By the name of a filter, see sites.js. */
export const named = new Map([
  ["src/service/licenses/license-names.ts licenseNames .where('keyFold', 'in', folds)", onlyFewer],
  [
    "src/service/licenses/license-names.ts licenseNames .where('usernameFold', 'in', folds)",
    onlyFewer,
  ],
]);
