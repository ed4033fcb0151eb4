import { scenarioJsonSchema } from '../../shared/scenarios/scenarioJsonSchema.ts'
import { checkText } from '../scenarios/scenarioFolder.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about scenarios and their runs. */
export function scenarioRoutes(os: Implementer, { scenarios, cases }: RouterParts) {
  const { folder } = scenarios
  const routes = os.scenarios
  return {
    list: routes.list.handler(() => folder.list()),
    schema: routes.schema.handler(() => scenarioJsonSchema()),
    get: routes.get.handler(({ input: { name, from } }) => folder.read(name, from)),
    put: routes.put.handler(({ input: { name, text } }) => folder.write(name, text)),
    remove: routes.remove.handler(({ input: { name } }) => {
      folder.remove(name)
      return { removed: name }
    }),
    check: routes.check.handler(({ input: { text, allowHost } }) => checkText(text, allowHost)),
    record: routes.record.handler(async ({ input }) => cases.record(input)),
    runs: {
      list: routes.runs.list.handler(() => ({ items: scenarios.list() })),
      start: routes.runs.start.handler(({ input }) => ({ run: scenarios.start(input) })),
      get: routes.runs.get.handler(async ({ input: { run, after } }) => scenarios.view(run, after)),
      live: routes.runs.live.handler(({ input, signal }) => scenarios.follow(scenarios.start(input), signal)),
      next: routes.runs.next.handler(({ input: { run, toEnd } }) => scenarios.next(run, toEnd)),
      pause: routes.runs.pause.handler(({ input: { run } }) => scenarios.pause(run)),
      cancel: routes.runs.cancel.handler(async ({ input: { run } }) => scenarios.cancel(run)),
      answer: routes.runs.answer.handler(({ input: { run, id, exit, output } }) =>
        scenarios.answer(run, id, { exit, output }),
      ),
    },
  }
}
