import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that compares two builds. */
export function comparisonRoutes(os: Implementer, { comparisons }: RouterParts) {
  const routes = os.comparisons
  return {
    start: routes.start.handler(async ({ input }) => ({ run: await comparisons.start(input) })),
    list: routes.list.handler(() => ({
      items: comparisons.list().map(({ clusters: _clusters, ...summary }) => summary),
    })),
    get: routes.get.handler(async ({ input: { run, after } }) => comparisons.view(run, after)),
    cancel: routes.cancel.handler(async ({ input: { run } }) => comparisons.cancel(run)),
  }
}

/** The part of the router that plays deliveries in other orders. */
export function orderRoutes(os: Implementer, { orders }: RouterParts) {
  const routes = os.orders
  return {
    start: routes.start.handler(async ({ input }) => ({ run: await orders.start(input) })),
    list: routes.list.handler(() => ({ items: orders.list() })),
    get: routes.get.handler(async ({ input: { run, after } }) => orders.view(run, after)),
    cancel: routes.cancel.handler(async ({ input: { run } }) => orders.cancel(run)),
    answer: routes.answer.handler(async ({ input: { run, id, exit, output } }) =>
      orders.answer(run, id, { exit, output }),
    ),
  }
}
