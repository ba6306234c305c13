// What the people of a simulation know from acknowledged answers.

/** A value that is unknown while a change is under way or its answer was lost. */
export class Known<T> {
  #value: T | undefined;
  #version = 0;
  constructor(value?: T) {
    this.#value = value;
  }
  get value(): T | undefined {
    return this.#value;
  }
  set(value: T | undefined): void {
    this.#version += 1;
    this.#value = value;
  }
  /** Returns a function that says whether the value was `value` all the time since now. */
  watch(value: T): () => boolean {
    const version = this.#version;
    const isSo = this.#value === value;
    return () => isSo && this.#version === version;
  }
}

export interface ModelKey {
  readonly order: string;
  redeemedBy: string | null;
  /** How often somebody has begun to redeem it. */
  tries: number;
  /** Whether the seller has refunded or banned it, or tried to. */
  isRevoked: boolean;
  /** Whether the seller has the answer that it was refunded. */
  isRefunded: boolean;
}

export interface ModelOrder {
  readonly by: string;
  readonly amount: number;
  isAcknowledged: boolean;
}

/** Seconds that the seller gave. Each extension has another number of them. */
export interface ModelExtension {
  /** Users who existed before. */
  readonly users: readonly string[];
  isAcknowledged: boolean;
}

export class ModelUser {
  readonly name: string;
  readonly exists = new Known(false);
  readonly banned = new Known(false);
  readonly paused = new Known(false);
  readonly hasTime = new Known(false);
  /** The passwords that may be right: two while a change has no answer. */
  readonly password: Known<string>;
  /** The secret of the second factor; null without one. */
  readonly totp = new Known<string | null>(null);
  readonly oldPasswords: string[] = [];
  codes: string[] = [];
  readonly spentCodes: string[] = [];
  constructor(name: string) {
    this.name = name;
    this.password = new Known(`${name} password 0`);
  }

  /** Call it before a request that gives time. */
  mayGetTime(): void {
    if (this.hasTime.value === false) this.hasTime.set(undefined);
    if (this.paused.value === true) this.paused.set(undefined);
  }
}

export class Model {
  readonly keys = new Map<string, ModelKey>();
  readonly orders = new Map<string, ModelOrder>();
  readonly extensions = new Map<number, ModelExtension>();
  readonly users = new Map<string, ModelUser>();
  /** Keys that were sold to nobody yet. */
  readonly stock: string[] = [];
  /** The service's clock went back or jumped, so that times of rows differ from the model. */
  clockJumped = false;
  /** The seller has removed all computers, which ends no session. */
  hasReset = false;
  /** The rows of the bystander application at the first look. */
  bystanderRows: readonly string[] | null = null;

  user(name: string): ModelUser {
    const user = this.users.get(name) ?? new ModelUser(name);
    this.users.set(name, user);
    return user;
  }
}
