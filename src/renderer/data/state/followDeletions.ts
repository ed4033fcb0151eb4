import type { FeedMessage } from '../../../shared/wireTypes.ts'
import type { Client } from '../wire/wire.ts'
import type { AppStore } from './appStore.ts'

/** Offers to undo the newest deletion of any page, also after a reload. */
export function followDeletions(store: AppStore, client: Client): { take(message: FeedMessage): void } {
  let asking = false
  let again = false

  async function ask(): Promise<void> {
    again = false
    const [newest] = await client.storage.deletions()
    const { deletion } = store.getState()
    if (newest !== undefined && newest.deletion !== deletion?.deletion) store.setState({ deletion: newest })
    // It was undone in another page, or its time is over.
    if (newest === undefined && deletion?.deletion != null) store.setState({ deletion: null })
  }

  function askSoon(): void {
    again = true
    if (asking) return
    asking = true
    ask()
      .catch(() => undefined)
      .finally(() => {
        asking = false
        if (again) askSoon()
      })
  }

  return {
    take(message) {
      const isNews =
        message.kind === 'snapshot' ||
        message.events.some(({ event }) => event.type === 'deletion' && event.deletion !== 'retention')
      if (isNews) askSoon()
    },
  }
}
