/** Waits for work that others wait for too, and that therefore goes on when this caller gives up. */
export async function withinTime<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<{ ended: T } | 'late' | 'cancelled'> {
  if (signal?.aborted === true) return 'cancelled'
  let onAbort: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  const givenUp = new Promise<'late' | 'cancelled'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
    onAbort = () => resolve('cancelled')
    signal?.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work.then((ended) => ({ ended })), givenUp])
  } finally {
    clearTimeout(timer)
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort)
  }
}
