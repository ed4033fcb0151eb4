/** Two lists that are sorted by id, newest first, as one. Reads no further than it is asked. */
export function* newestFirst<T>(one: Iterator<T>, other: Iterator<T>, idOf: (item: T) => number): Generator<T> {
  try {
    let [first, second] = [one.next(), other.next()]
    while (first.done !== true || second.done !== true) {
      if (second.done === true || (first.done !== true && idOf(first.value) > idOf(second.value))) {
        if (first.done !== true) yield first.value
        first = one.next()
      } else {
        yield second.value
        second = other.next()
      }
    }
  } finally {
    // A query that is left half read would hold the log.
    one.return?.()
    other.return?.()
  }
}
