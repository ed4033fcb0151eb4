import { missingCredentials, type TokenReason } from '../../shared/codes/callFailures.ts'

/** Addresses and credentials for one organization and one of its two kinds of user. Secrets are in clear here, in memory only. */
export interface ServiceCredentials {
  environmentId: string
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  /** The client id and the audience, where they are kept as secrets: an answer that repeats them is shown without them. */
  hidden: readonly string[]
  username: string
  password: string
  /** The master asks for `offline_access`; a read only user sends no scope (interface document, section 4.1). */
  identity: Identity
}

export type Identity = 'master' | 'readonly'

export type MissingCredential = Extract<TokenReason, { code: 'credentials-missing' }>

/** The missing fields, or null when all are there. */
export function missingCredential(credentials: ServiceCredentials): MissingCredential | null {
  const missing = missingCredentials.filter((name) => credentials[name] === '')
  if (missing.length === 0) return null
  return { code: 'credentials-missing', fields: { identity: credentials.identity, missing } }
}
