/** The operating system's keyring, as far as it is needed: texts by name. Every call may reject; it may ask the person to unlock it. */
export interface Keyring {
  /** Null when there is none of this name. */
  read(name: string, signal: AbortSignal): Promise<string | null>
  write(name: string, text: string, signal: AbortSignal): Promise<void>
}

/** The keyring to use, or why there is none. Whether a keyring answers shows at its first call. */
export type WantedKeyring = { keyring: Keyring } | { keyring: null; why: 'off' | 'not-loadable' }

/** The name of all entries, so that the user finds them in the system's own list. */
const service = 'Hookscope'

/** The system's keyring, unless HOOKSCOPE_KEYRING says `off`. The same for every shell, so that a folder opens in each. */
export async function wantedKeyring(variables: Record<string, string | undefined>): Promise<WantedKeyring> {
  return variables['HOOKSCOPE_KEYRING'] === 'off' ? { keyring: null, why: 'off' } : systemKeyring()
}

/** Keychain, Credential Manager, or the Secret Service of a Linux desktop, where the library has a part for this system. */
async function systemKeyring(): Promise<WantedKeyring> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    // Without a store named, Linux may take the kernel's keyring, which forgets everything at the next start.
    const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } })
    const keyring: Keyring = {
      read: async (name, signal) => (await entry(name).getPassword(signal)) ?? null,
      write: async (name, text, signal) => entry(name).setPassword(text, signal),
    }
    return { keyring }
  } catch {
    return { keyring: null, why: 'not-loadable' }
  }
}
