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

/** Names the first thing that is missing, as a sentence; null when all is there. */
export function missingCredential(credentials: ServiceCredentials): string | null {
  const who = credentials.identity === 'master' ? 'master user' : 'read only user'
  const missing = (
    [
      ['auth URL', credentials.authUrl],
      ['base URL', credentials.baseUrl],
      ['client id', credentials.clientId],
      ['audience', credentials.audience],
      [`username of the ${who}`, credentials.username],
      [`password of the ${who}`, credentials.password],
    ] as const
  )
    .filter(([, value]) => value === '')
    .map(([name]) => name)
  if (missing.length === 0) return null
  return `The environment has no ${missing.join(', no ')}. Fill it in under Access.`
}
