/** Timeouts of our HTTP servers on loopback: options of Node's `createServer`, ms. The receiver has its own. */
export const serverTimeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/** Most connections that such a server holds at once; it closes further ones as they arrive. */
export const maxConnections = 1000

interface Connection {
  readonly bytesRead: number
  destroy(): void
}

/**
 * Returns a listener for the `timeout` event of such a server: it closes the connection unless a request has arrived. After a
 * pause of the process, such as sleep or long work, Node fires timeouts before it reads from the sockets.
 * @param afterReading Node's `setImmediate`
 */
export function closeUnlessRead(afterReading: (run: () => void) => void): (connection: Connection) => void {
  return (connection) => {
    const { bytesRead } = connection
    afterReading(() => {
      if (connection.bytesRead === bytesRead) connection.destroy()
    })
  }
}
