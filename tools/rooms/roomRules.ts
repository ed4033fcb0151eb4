/** The rules of dependency-cruiser that make the list of rooms hold. */
import type { Room } from './room.ts'
import { rooms } from './rooms.ts'

/** A rule of dependency-cruiser, as far as it is needed here. */
export interface ImportRule {
  name: string
  comment?: string
  severity: 'error'
  from: { path?: string; pathNot?: string | string[]; orphan?: boolean }
  to: {
    path?: string | string[]
    pathNot?: string | string[]
    dependencyTypes?: string[]
    dependencyTypesNot?: string[]
    circular?: boolean
    couldNotResolve?: boolean
  }
}

const folders = rooms.map(({ folder }) => folder)

/** The files of a room. Where other rooms are inside of its folder, those in the folder itself. */
function filesOf(folder: string): string {
  const hasRooms = folders.some((other) => other.startsWith(`${folder}/`))
  return hasRooms ? `^src/${folder}/[^/]+$` : `^src/${folder}/`
}

/** The files of one folder of a room, without those in folders below it. */
function filesInside(room: string, folder: string): string {
  return `^src/${room}/${folder === '.' ? '' : `${folder}/`}[^/]+$`
}

/** What one room may enter, and its folders among themselves. */
function rulesOf({ folder, enters, node, inside = [] }: Room): ImportRule[] {
  const own = filesOf(folder)
  return [
    {
      name: roomRule(folder),
      severity: 'error',
      from: { path: own },
      to: { path: '^src/', pathNot: [own, ...enters.map((other) => `^src/${other}/`)] },
    },
    ...(node === 'all'
      ? []
      : [
          {
            name: nodeRule(folder),
            severity: 'error' as const,
            from: { path: own },
            to: {
              dependencyTypes: ['core'],
              ...(node.length === 0 ? {} : { pathNot: `^(node:)?(${node.join('|')})$` }),
            },
          },
        ]),
    // What may import all the others needs no rule.
    ...inside
      .filter(([, others]) => others.length < inside.length - 1)
      .map(([part, others]): ImportRule => ({
        name: insideRule(folder, part),
        severity: 'error',
        from: { path: filesInside(folder, part) },
        to: { path: `^src/${folder}/`, pathNot: [part, ...others].map((other) => filesInside(folder, other)) },
      })),
  ]
}

/** The page's folders have a list of their own. */
const listed = rooms.flatMap(({ folder, inside }) =>
  folder === 'renderer' ? ['^src/renderer/'] : (inside ?? [['.'] as const]).map(([part]) => filesInside(folder, part)),
)

/** Packages that the rooms name; the page may import others beside them, because what it takes is looked at in its size. */
export const packages = [...new Set(rooms.flatMap((room) => room.packages))]

/** A rule for each room, each folder of a room, and each package that rooms name. */
export const roomRules: readonly ImportRule[] = [
  ...rooms.flatMap(rulesOf),
  {
    name: 'folder-has-its-room',
    comment: 'a new folder gets its place in tools/rooms/rooms.ts',
    severity: 'error',
    from: { path: '^src/', pathNot: listed },
    to: {},
  },
  ...packages.map((name): ImportRule => ({
    name: packageRule(name),
    severity: 'error',
    from: {
      path: '^src/',
      pathNot: rooms.filter((room) => room.packages.includes(name)).map(({ folder }) => filesOf(folder)),
    },
    to: { path: `(^|/)node_modules/(@types/)?${name}/` },
  })),
  {
    name: 'product-imports-what-it-ships',
    comment: 'all packages are built into the output; one more is a decision, and its room names it',
    severity: 'error',
    from: { path: '^src/', pathNot: '^src/renderer/' },
    to: { path: '(^|/)node_modules/', pathNot: `(^|/)node_modules/(@types/)?(node|${packages.join('|')})/` },
  },
]

export function roomRule(folder: string): string {
  return `room-${folder.replaceAll('/', '-')}`
}

export function nodeRule(folder: string): string {
  return `node-in-${folder.replaceAll('/', '-')}`
}

export function insideRule(folder: string, part: string): string {
  return `inside-${[folder, ...(part === '.' ? ['itself'] : [part])].join('/').replaceAll('/', '-')}`
}

export function packageRule(name: string): string {
  return `package-${name.replace(/^@/, '').replaceAll('/', '-')}`
}

/** The table of rooms in ARCHITECTURE.md. */
export function drawRooms(): string {
  const rows = rooms.map(({ folder, does, enters, packages: own, node }) => {
    const modules =
      node === 'all'
        ? []
        : [node.length === 0 ? 'nothing of Node' : `of Node ${node.map((name) => `\`${name}\``).join(', ')}`]
    const may = [...enters, ...own.map((name) => `\`${name}\``), ...modules]
    return `| \`src/${folder}\` | ${does} | ${may.length === 0 ? 'no room' : may.join(', ')} |`
  })
  return ['| Room | What it does | May import |', '|---|---|---|', ...rows].join('\n')
}

/** The folders inside of rooms in ARCHITECTURE.md, a line each. */
export function drawInside(): string {
  return rooms
    .flatMap(({ folder, inside = [] }) =>
      inside.map(([part, others]) => {
        const name = part === '.' ? `${folder} (its own files)` : `${folder}/${part}`
        const arrows = others.map((other) => (other === '.' ? 'its own files' : other))
        return `${name.padEnd(34)}${arrows.length === 0 ? '' : ` ──▶ ${arrows.join('  ')}`}`.trimEnd()
      }),
    )
    .join('\n')
}
