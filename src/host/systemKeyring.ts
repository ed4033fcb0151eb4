/** The operating system's keyring, as far as it is needed: texts by name. Every call may reject; it may ask the person to unlock it. */
export interface Keyring {
  /** Null when there is none of this name. */
  read(name: string, signal: AbortSignal): Promise<string | null>
  write(name: string, text: string, signal: AbortSignal): Promise<void>
}

/** Under which all entries stand, so that a person finds them in the system's own list. */
const service = 'Hookscope'

/**
 * The keyring of this system: Keychain, Credential Manager, or the Secret Service of a Linux desktop. Null where the library
 * for it has no part for this system. Whether a keyring answers shows at the first call.
 */
export async function systemKeyring(): Promise<Keyring | null> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    // Without a store named, Linux may take the kernel's keyring, which forgets everything at the next start.
    const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } })
    return {
      read: async (name, signal) => (await entry(name).getPassword(signal)) ?? null,
      write: async (name, text, signal) => entry(name).setPassword(text, signal),
    }
  } catch {
    return null
  }
}

/** The keyring, unless HOOKSCOPE_KEYRING says `off`: then a key file is made. */
export async function wantedKeyring(variables: Record<string, string | undefined>): Promise<Keyring | null> {
  return variables['HOOKSCOPE_KEYRING'] === 'off' ? null : systemKeyring()
}
