/** Whether a host name of a URL is this machine. Pure. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost\.?|127\.[\d.]+|\[::1?\]|0\.0\.0\.0|\[::ffff:7f.*\])$/.test(hostname)
}
