/** Timeouts of our HTTP servers on loopback: options of Node's `createServer`, ms. The receiver has its own. */
export const serverTimeouts = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/** Most connections that such a server holds at once; it closes further ones as they arrive. */
export const maxConnections = 1000
