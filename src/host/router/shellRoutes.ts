import type { HostShell } from '../shells/types.ts'
import type { Implementer } from './routerParts.ts'

/** The part of the router that is about the shell itself. */
export function shellRoutes(os: Implementer, shell: HostShell) {
  return {
    get: os.shell.get.handler(() => shell.view()),
    choose: os.shell.choose.handler(async ({ input }) => shell.choose(input)),
    show: os.shell.show.handler(async ({ input: { what } }) => ({ shown: await shell.show(what) })),
    menuState: os.shell.menuState.handler(({ input }) => {
      shell.takeMenuState(input)
      return {}
    }),
    requests: os.shell.requests.handler(({ signal }) => shell.requests(signal)),
  }
}
