/** The page's one trusted policy: it gives the address of the page's own worker, whatever it is asked for. */
export const workerPolicy = 'hookscope-worker'

/**
 * The content security policy of the page, the same in both shells. `connect-src 'self'` covers the WebSocket to the
 * page's own origin; fonts are part of the page.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text can become script or markup nowhere in the page, not even by a mistake of ours: no policy may convert it but
  // the one that always gives the same address, and none may be made twice.
  "require-trusted-types-for 'script'",
  `trusted-types ${workerPolicy}`,
].join('; ')
