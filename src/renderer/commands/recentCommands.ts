const kept = 'hookscope.palette.recent'
const most = 12

/** Ids of the commands used last, the newest first. */
export function recentCommands(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(kept) ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((other) => other !== id)].slice(0, most)
  localStorage.setItem(kept, JSON.stringify(ids))
}
