import { webhookTypes } from './model.ts'

/**
 * Pascal case of each documented webhookTypes value, and the path that its objects are fetched from by default. An
 * assumption: the service's document shows no path. An environment's own templates come before these.
 */
export function defaultResourcePaths(): Record<string, string> {
  return Object.fromEntries(
    webhookTypes.map((type) => {
      const name = type.charAt(0).toUpperCase() + type.slice(1)
      const collection = type === 'wallet' ? '/api/wallet/v1/wallets' : `/api/trust/v1/${kebabPlural(name)}`
      return [name, `${collection}/{resourceId}`]
    }),
  )
}

/** CustodialAccount -> custodial-accounts, Identity -> identities. */
function kebabPlural(name: string): string {
  const kebab = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
  return /[^aeiou]y$/.test(kebab) ? `${kebab.slice(0, -1)}ies` : `${kebab}s`
}
