/** Why the key of a folder's stored secrets is unavailable. */
export type KeyFault =
  /** HOOKSCOPE_KEYRING=off, but the folder's key is in the keyring. */
  | 'keyring-off'
  /** The keyring library does not support this system, or is not installed. */
  | 'keyring-not-loadable'
  /** The keyring is locked, refuses access, or does not answer. */
  | 'keyring-silent'
  /** The keyring answers but has no such entry. */
  | 'keyring-empty'
  /** `secrets.keyring` does not name an entry. */
  | 'keyring-unnamed'
  /** `secrets.key` holds no key. */
  | 'damaged-file'
  /** The folder has no key, and its database has sealed secrets or cannot be read. */
  | 'key-missing'
  /** Both `secrets.key` and `secrets.keyring` exist. */
  | 'two-keys'
  /** `secrets.key.sealed` from an old desktop app exists; no version can open it any more. */
  | 'old-desktop'
  /** The key can be neither read from the folder nor written to it. */
  | 'unwritable'

/** Next steps when the key is permanently lost. */
export const afterLostKey =
  'If the key is lost, run `hookscope doctor --new-key` (with --data for another folder): deliveries stay, and passwords and shared secrets have to be entered again.'

/** The key of stored secrets is unavailable, so nothing starts: with a different key every secret would count as lost. */
export class KeyUnavailable extends Error {
  override name = 'KeyUnavailable'
  readonly code: KeyFault
  constructor(code: KeyFault, message: string) {
    super(message)
    this.code = code
  }
}
