/** The page's own origin: a scheme of ours instead of `file://`, which would let a page read other files. */
export const pageScheme = 'app'
export const pageOrigin = `${pageScheme}://hookscope`

/** The development server of `npm run dev`, or null in the built app. Set by electron-vite. */
export function developmentOrigin(variables: NodeJS.ProcessEnv): string | null {
  const url = variables['ELECTRON_RENDERER_URL']
  return url === undefined || !URL.canParse(url) ? null : new URL(url).origin
}

/** Whether an address is our page: the only one that may be shown and the only one that gets a port. */
export function isOurPage(address: string, variables: NodeJS.ProcessEnv): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  // A custom scheme has no origin of its own in Node's URL, so scheme and host are compared.
  if (`${url.protocol}//${url.host}` === pageOrigin) return true
  return url.origin === developmentOrigin(variables)
}
