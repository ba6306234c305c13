// The ability to save sign-ins on this computer, and the reason if it is missing.

/**
 * `no-key-store`: the system has none; `plaintext-store`: it has one that does not encrypt;
 * `data-folder`: the folder is not writable; `preview`: a browser has no key store.
 */
export type RememberAbility =
  | { readonly possible: true }
  | {
      readonly possible: false;
      readonly reason: 'no-key-store' | 'plaintext-store' | 'data-folder' | 'preview';
    };
