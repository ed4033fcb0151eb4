import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../../shared/loopback.ts'

/** The proxy for a URL, such as "http://proxy.test:3128", or null for a direct connection. */
export type FindProxy = (url: string) => Promise<string | null>

/**
 * The proxy that the usual variables name: HTTPS_PROXY or HTTP_PROXY by the URL's scheme, else ALL_PROXY, in lower case
 * first (as curl does; HTTP_PROXY in capitals is left out where CGI could set it from a header). NO_PROXY is a list by
 * commas or spaces: `*`, names with all below them (a leading dot or `*.` is optional), IP addresses and networks
 * (10.0.0.0/8), each with an optional port. Loopback is always direct.
 */
export function proxyFromVariables(url: string, variables: Record<string, string | undefined>): string | null {
  const { protocol, hostname, port } = new URL(url)
  if (isLoopback(hostname)) return null
  const scheme = protocol.slice(0, -1)
  const named = ofEither(variables, `${scheme}_proxy`) ?? ofEither(variables, 'all_proxy')
  if (named === undefined) return null
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const usedPort = port === '' ? (scheme === 'https' ? '443' : '80') : port
  const list = (ofEither(variables, 'no_proxy') ?? '').split(/[\s,]+/)
  if (list.some((entry) => entry !== '' && isExempt(entry.toLowerCase(), host, usedPort))) return null
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  return URL.canParse(proxy) ? proxy : null
}

/**
 * Reads what a browser's resolver answers, such as "PROXY proxy.test:3128; DIRECT" (a PAC result). The first choice counts;
 * null for DIRECT and for kinds that cannot be used.
 */
export function proxyFromResolver(answer: string): string | null {
  const [kind = '', place = ''] = (answer.split(';')[0] ?? '').trim().split(/\s+/)
  const schemes: Record<string, string> = {
    PROXY: 'http',
    HTTP: 'http',
    HTTPS: 'https',
    SOCKS: 'socks5',
    SOCKS5: 'socks5',
  }
  const scheme = schemes[kind.toUpperCase()]
  const proxy = `${scheme}://${place}`
  return scheme === undefined || place === '' || !URL.canParse(proxy) ? null : proxy
}

function ofEither(variables: Record<string, string | undefined>, name: string): string | undefined {
  const given =
    variables[name] ??
    (name === 'http_proxy' && variables['REQUEST_METHOD'] !== undefined ? '' : variables[name.toUpperCase()])
  return given === undefined || given.trim() === '' ? undefined : given.trim()
}

function isExempt(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, network, bits] = /^([0-9a-f.:]+)\/(\d{1,3})$/.exec(entry) ?? []
  if (network !== undefined) return isInNetwork(host, network, Number(bits))
  const [, name = entry, wantedPort] = /^(\[.+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? []
  if (wantedPort !== undefined && wantedPort !== port) return false
  const wanted = name.replace(/^\[|\]$/g, '').replace(/^\*?\.?/, '')
  return host === wanted || (isIP(wanted) === 0 && host.endsWith(`.${wanted}`))
}

function isInNetwork(host: string, network: string, bits: number): boolean {
  const kind = isIP(network)
  if (kind === 0 || kind !== isIP(host) || bits > (kind === 4 ? 32 : 128)) return false
  const family = kind === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, bits, family)
  return list.check(host, family)
}
