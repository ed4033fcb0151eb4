import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that grades handlers. */
export function checkRoutes(os: Implementer, { checks }: RouterParts) {
  return {
    start: os.checks.start.handler(async ({ input }) => ({ check: await checks.start(input) })),
    get: os.checks.get.handler(async ({ input: { check, after } }) => checks.view(check, after)),
    list: os.checks.list.handler(() => ({ items: [...checks.list()] })),
    cancel: os.checks.cancel.handler(async ({ input: { check } }) => checks.cancel(check)),
  }
}
