import { missingCredentials, type TokenWhy } from '../../shared/codes/callFailures.ts'

/** What it takes to talk to one organization as one of its two kinds of user. Secrets are in clear here, in memory only. */
export interface ServiceCredentials {
  environmentId: string
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  /** What of the client id and the audience is kept as a secret: no answer that repeats it is shown with it. */
  hidden: readonly string[]
  username: string
  password: string
  /** The master asks for `offline_access`; a read only user sends no scope (interface document, section 4.1). */
  identity: Identity
}

export type Identity = 'master' | 'readonly'

export type MissingCredential = Extract<TokenWhy, { code: 'credentials-missing' }>

/** What is missing, or null when all is there. */
export function missingCredential(credentials: ServiceCredentials): MissingCredential | null {
  const missing = missingCredentials.filter((name) => credentials[name] === '')
  if (missing.length === 0) return null
  return { code: 'credentials-missing', fields: { identity: credentials.identity, missing } }
}
