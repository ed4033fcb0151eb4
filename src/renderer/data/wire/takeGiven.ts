/** What the address of the page brings: a one-time code (what Hookscope prints), or the key itself (what a script made). */
export type Given = { kind: 'code'; code: string } | { kind: 'token'; token: string }

interface PagePlaces {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>
  history: Pick<History, 'replaceState' | 'state'>
}

/** Takes it from the fragment and erases it from the address bar. Null when the fragment is a route, or empty. */
export function takeGiven({ location, history }: PagePlaces): Given | null {
  const given = givenIn(location.hash)
  if (given !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

export function givenIn(hash: string): Given | null {
  const [, name, text = ''] = /^#(code|token)=([\w-]+)$/.exec(hash) ?? []
  if (name === undefined) return null
  return name === 'code' ? { kind: 'code', code: text } : { kind: 'token', token: text }
}
