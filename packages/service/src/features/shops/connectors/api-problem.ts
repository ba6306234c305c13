// The ways in which a shop's API can fail.

/**
 * `token-refused`: the token is wrong or has too few rights. `several-stores`: it reads more stores
 * than the one that is connected. `too-many`: it lists more pages than one comparison reads.
 */
export type ApiFault =
  | 'token-refused'
  | 'unreachable'
  | 'unreadable'
  | 'several-stores'
  | 'too-many';

/** SECURITY: contains nothing of an answer or of the token. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly fault: ApiFault;
  constructor(fault: ApiFault) {
    super(fault);
    this.fault = fault;
  }
}
