import { workerPolicy } from '../../shared/pagePolicy.ts'

/** The part of the platform's Trusted Types that is used here; not every browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(text: string): string }
}

/** The build writes the worker as a file of its own; this is its address. */
const [address = ''] = Object.values(
  import.meta.glob<string>('./bodyWorker.ts', { query: '?worker&url', import: 'default', eager: true }),
)

/**
 * The page's only trusted policy. It is made once, before anything hostile is shown, and gives one address whatever it is
 * asked for: no text can become a script through it.
 */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(workerPolicy, {
  createScriptURL: () => address,
})

export function startWorker(): Worker {
  return new Worker(trusted?.createScriptURL('') ?? address, { type: 'module' })
}
