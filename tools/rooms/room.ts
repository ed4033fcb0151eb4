/** What a room of `src` is; rooms.ts has all of them. */
export interface Room {
  /** Below `src/`. */
  folder: string
  /** What it does, in Markdown. */
  does: string
  /** Folders that it may import, each with all that is below it. */
  enters: readonly string[]
  /** Packages that it may import. */
  packages: readonly string[]
  /** Modules of Node that it may import. */
  node: 'all' | readonly string[]
  /**
   * Its folders, from top to bottom, with the other ones of the same room that each may import; "." is the room's own
   * files. Absent where it has none.
   */
  inside?: readonly (readonly [folder: string, enters: readonly string[]])[]
}

/** Fills in what most rooms are: no packages, all of Node. */
export function room(
  folder: string,
  does: string,
  enters: readonly string[],
  rest: Partial<Pick<Room, 'packages' | 'node' | 'inside'>> = {},
): Room {
  return { folder, does, enters, packages: [], node: 'all', ...rest }
}

/** Folders of a room of which each may import all that come after it. */
export function downwards(...folders: string[]): NonNullable<Room['inside']> {
  return folders.map((folder, place) => [folder, folders.slice(place + 1)])
}
