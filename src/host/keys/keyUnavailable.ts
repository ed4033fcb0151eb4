/** Why the key of a folder's stored secrets cannot be had. */
export type KeyFault =
  /** HOOKSCOPE_KEYRING=off, but the folder's key is in the keyring. */
  | 'keyring-off'
  /** The keyring's library has no part for this system, or was not installed. */
  | 'keyring-not-loadable'
  /** The keyring is locked, refuses, or does not answer. */
  | 'keyring-silent'
  /** The keyring answers, and has no such entry. */
  | 'keyring-empty'
  /** `secrets.keyring` does not name an entry. */
  | 'keyring-unnamed'
  /** `secrets.key` holds no key. */
  | 'damaged-file'
  /** The folder names no key, and its database has sealed secrets or cannot be read. */
  | 'key-missing'
  /** Both `secrets.key` and `secrets.keyring` are there. */
  | 'two-keys'
  /** `secrets.key.sealed`: made by an old desktop app, which nothing opens any more. */
  | 'old-desktop'
  /** The folder lets no key be read or written. */
  | 'unwritable'

/** Next steps when the key is lost for good. */
export const afterLostKey =
  'If the key is lost, run `hookscope doctor --new-key` (with --data for another folder): deliveries stay, and passwords and shared secrets have to be entered again.'

/** The key of stored secrets cannot be had, so nothing starts: with another key every secret would count as lost. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable'
  readonly code: KeyFault
  constructor(code: KeyFault, message: string) {
    super(message)
    this.code = code
  }
}
