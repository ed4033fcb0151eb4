import { parseRoute } from '../../data/state/route.ts'
import { type App, startApp } from '../../data/state/startApp.ts'
import type { Wire } from '../../data/wire/wire.ts'
import { maskText } from './maskText.ts'
import { maskedWire } from './maskedWire.ts'

/**
 * Runs the app over a wire, and starts it again when a presentation begins or ends: nothing that was read unmasked stays
 * in its state. Returns how to stop.
 * @param show told each new app, and a key that no other had
 */
export function startPresenting(wire: Wire, page: Window, show: (app: App, key: number) => void): () => void {
  let stop = () => {}
  let key = 0

  function run(present: boolean) {
    stop()
    // The line itself outlives each of them.
    const lasting = { ...wire, stop: () => {} }
    const app = startApp(present ? maskedWire(lasting) : lasting, page)
    const { filter } = app.store.getState().route
    // It was typed before anything was masked, and is in a field and in the address bar.
    if (present && maskText(filter) !== filter) app.navigation.go({ filter: '' }, true)
    const unsubscribe = app.store.subscribe(({ route }) => {
      if (route.present !== present) run(route.present)
    })
    stop = () => {
      unsubscribe()
      app.stop()
    }
    if (present) page.document.documentElement.dataset['presenting'] = ''
    else delete page.document.documentElement.dataset['presenting']
    show(app, key++)
  }

  run(parseRoute(page.location.hash).present)
  return () => {
    stop()
    wire.stop()
  }
}
