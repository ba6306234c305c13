// Whether a sign-in can be kept on this computer, and why not.

/** `no-key-store`: the system offers none; `plaintext-store`: the one it offers does not encrypt; `data-folder`: the folder for it cannot be written; `preview`: no key store in a browser. */
export type RememberAbility =
  | { readonly possible: true }
  | {
      readonly possible: false;
      readonly reason: 'no-key-store' | 'plaintext-store' | 'data-folder' | 'preview';
    };
