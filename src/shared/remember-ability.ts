// Whether this computer can save sign-ins, and the reason if it cannot.

/**
 * `no-key-store`: the system has no key store. `plaintext-store`: its key store does not encrypt.
 * `data-folder`: the data folder is not writable. `preview`: a browser has no key store.
 */
export type RememberAbility =
  | { readonly possible: true }
  | {
      readonly possible: false;
      readonly reason: 'no-key-store' | 'plaintext-store' | 'data-folder' | 'preview';
    };
