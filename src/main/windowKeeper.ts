interface Closable {
  once(event: 'closed', listener: () => void): unknown
}

/** Keeps at most one window: `shown` is null while there is none, `show` opens one when there is none. */
export interface WindowKeeper<Window> {
  shown(): Window | null
  show(): Window
}

/** Every window that `open` makes is forgotten when it is closed, not only the first: a closed one throws when touched. */
export function windowKeeper<Window extends Closable>(open: () => Window): WindowKeeper<Window> {
  let shown: Window | null = null
  return {
    shown: () => shown,
    show: () => {
      if (shown !== null) return shown
      const window = open()
      window.once('closed', () => {
        shown = null
      })
      shown = window
      return window
    },
  }
}
