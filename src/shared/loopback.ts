/**
 * Whether a host is this machine without asking a resolver: an address or `localhost`, in any spelling that URLs, sockets
 * and resolvers know. The unspecified addresses count, because connecting to one leads to this machine. Pure.
 * @param host as a URL or a socket names it, with or without brackets
 */
export function isLoopback(host: string): boolean {
  const isV6 = host.includes(':')
  // A socket may name the interface behind the address.
  const bare = isV6
    ? host
        .replace(/^\[(.*)\]$/, '$1')
        .split('%', 1)
        .join('')
    : host
  // The parser writes each address in one way: IPv4 as four decimal numbers, IPv6 in its shortest form.
  const hostname = /[@/?#\\]/.test(bare)
    ? undefined
    : URL.parse(isV6 ? `http://[${bare}]/` : `http://${bare}/`)?.hostname
  return hostname !== undefined && (isV6 ? loopback6 : loopback4).test(hostname)
}

const loopback4 = /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|0\.0\.0\.0)$/
/** `::`, `::1`, and loopback of IPv4 as IPv6 spells it. */
const loopback6 = /^\[::(?:1|(?:ffff:)?(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0))?\]$/

/** Whether a server that listens on this address listens on all addresses of the machine. Pure. */
export function isAllAddresses(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

/** The host of a URL that reaches a server on this machine which listens on an address. Pure. */
export function urlHost(address: string): string {
  if (isAllAddresses(address)) return '127.0.0.1'
  return address.includes(':') ? `[${address}]` : address
}
