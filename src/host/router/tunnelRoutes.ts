import type { Engine } from '../../engine/startEngine.ts'
import type { Implementer } from './routerParts.ts'

/** The part of the router that is about the tunnel. */
export function tunnelRoutes(os: Implementer, { publicAccess }: Engine) {
  return {
    get: os.tunnel.get.handler(() => publicAccess.view()),
    providers: os.tunnel.providers.handler(async () => publicAccess.providers()),
    open: os.tunnel.open.handler(async ({ input }) => publicAccess.open(input, 'api')),
    close: os.tunnel.close.handler(async () => publicAccess.close()),
    check: os.tunnel.check.handler(async () => publicAccess.check()),
  }
}
