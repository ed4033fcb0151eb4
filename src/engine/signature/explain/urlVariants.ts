/** The same place written differently: other protocol, port, slash at the end, query. Only URLs that differ are given. */
export function urlVariants(urls: readonly string[]): { url: string; words: string }[] {
  const found = new Map<string, string>()
  for (const url of urls.slice(0, 4)) {
    if (!URL.canParse(url)) continue
    for (const written of spellings(new URL(url), url)) {
      if (!urls.includes(written) && !found.has(written)) found.set(written, ` with the URL ${written}`)
    }
  }
  return [...found].map(([url, words]) => ({ url, words })).slice(0, 96)
}

function* spellings(url: URL, text: string): Generator<string> {
  const rest = text.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const at = rest.search(/[?#]/)
  const path = at === -1 ? rest : rest.slice(0, at)
  const query = at === -1 ? '' : rest.slice(at)
  const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  const tails = [path + query, slashed + query, path, slashed, '', '/']
  for (const protocol of [url.protocol, url.protocol === 'https:' ? 'http:' : 'https:']) {
    const ports = [url.port === '' ? '' : `:${url.port}`, '', protocol === 'https:' ? ':443' : ':80']
    for (const port of ports) for (const tail of tails) yield `${protocol}//${url.hostname}${port}${tail}`
  }
  for (const tail of tails.slice(0, 4)) {
    yield tail
    yield url.host + tail
  }
  yield `${url.protocol}//${url.host}${decoded(path)}${query}`
  yield text.toLowerCase()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
