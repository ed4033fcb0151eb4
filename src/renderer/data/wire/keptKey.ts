/** The key of this page, in memory and for this tab in sessionStorage: a reload and a copy of the tab have it, too. */
export interface KeptKey {
  /** Null when the page has none. */
  token(): string | null
  /** The random id of the data folder that it is for; null when it is not known. */
  folder(): string | null
  keep(token: string, folder: string | null): void
}

const places = { token: 'hookscope.token', folder: 'hookscope.folder' } as const

export function openKeptKey(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): KeptKey {
  let token = storage.getItem(places.token)
  let folder = storage.getItem(places.folder)
  return {
    token: () => token,
    folder: () => folder,
    keep: (newToken, newFolder) => {
      token = newToken
      folder = newFolder
      storage.setItem(places.token, newToken)
      if (newFolder === null) storage.removeItem(places.folder)
      else storage.setItem(places.folder, newFolder)
    },
  }
}
