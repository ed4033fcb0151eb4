import { randomBytes } from 'node:crypto'

/** The key of the browser shell: pages, scripts and commands show it with every call. */
export interface PageKey {
  /** 32 random bytes, base64url. */
  token(): string
  /** A random id of the data folder: a page sees from it whether it is still the same folder, and nothing else. */
  folder: string
  /** The port that the page was last served on; null before the first time. */
  lastPort: number | null
  /** Makes a new key; the old one is no longer good. Throws when it cannot be kept. */
  renew(): void
  /** Remembers the port that the page is served on now. */
  servedOn(port: number): void
}

/** Base64url of 32 random bytes. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A key that ends with the process. */
export function keyInMemory(token = randomToken()): PageKey {
  let current = token
  return {
    token: () => current,
    folder: randomToken(),
    lastPort: null,
    renew: () => {
      current = randomToken()
    },
    servedOn: () => undefined,
  }
}
