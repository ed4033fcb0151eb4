import { openDemoScript } from '../demoScript/openDemoScript.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The part of the router that is about the scripted demo. */
export function demoScriptRoutes(os: Implementer, { engine, sandbox, tools }: RouterParts) {
  const script = openDemoScript({ engine, sandbox, tools })
  const routes = os.sandbox.demoScript
  return {
    get: routes.get.handler(script.view),
    go: routes.go.handler(async ({ input }) => script.go(input.step, input.again)),
    reset: routes.reset.handler(async ({ input }) => script.reset(input.removeOthers)),
  }
}
