/**
 * The layers of the page (src/renderer), from top to bottom, and which of them each may enter: always some below it, so
 * that no circle can come to be. `.dependency-cruiser.mjs` takes its rules for the page from here, and ARCHITECTURE.md
 * its picture (a test compares them).
 */

export interface PageLayer {
  /** Below `src/renderer/`. A folder inside of it is a layer of its own. */
  folder: string
  /** The layers that it may enter. */
  enters: readonly string[]
}

/** What every feature may use. Each one enters only what its own line names. */
const foundations: readonly PageLayer[] = [
  { folder: 'commands', enters: ['data/state', 'data/wire', 'ui', 'text'] },
  { folder: 'data/state', enters: ['data/wire', 'text'] },
  { folder: 'data/wire', enters: ['text'] },
  { folder: 'bytes', enters: ['text'] },
  { folder: 'ui', enters: ['text'] },
  { folder: 'text', enters: [] },
]

/** Below `features/`, with the other features that each enters. */
const features: readonly (readonly [folder: string, enters: readonly string[]])[] = [
  ['cases', ['inbox', 'delivery']],
  ['inbox', ['delivery', 'delivery/replay', 'setup/go-live', 'charts']],
  ['delivery', ['delivery/compare', 'delivery/replay', 'signature', 'objects', 'setup/tunnel', 'body', 'charts']],
  ['compose', ['delivery/replay', 'workbench']],
  ['delivery/replay', ['workbench']],
  ['workbench', ['delivery/compare', 'body', 'charts']],
  ['delivery/compare', ['objects']],
  ['signature', []],
  ['objects', ['setup/go-live', 'setup/settings', 'setup/access', 'body', 'charts']],
  ['forwarding', []],
  ['health', ['setup/access', 'charts']],
  ['check', ['setup/access/signature']],
  ['sandbox', ['presentation', 'setup/webhook-config']],
  ['presentation', []],
  ['setup/responses', []],
  ['setup/go-live', []],
  ['setup/settings', []],
  ['setup/access', ['setup/access/environments', 'setup/access/signature']],
  ['setup/access/environments', ['setup/access/signature']],
  ['setup/access/signature', []],
  ['setup/webhook-config', ['setup/webhook-config/secrets', 'setup/tunnel']],
  ['setup/webhook-config/secrets', []],
  ['setup/tunnel', []],
  ['body', []],
  ['charts', []],
]

const belowFeatures = foundations.map(({ folder }) => folder)

const featureLayers = features.map(([folder, enters]): PageLayer => ({
  folder: `features/${folder}`,
  enters: [...enters.map((other) => `features/${other}`), ...belowFeatures],
}))

/** The frame shows a few features' signs, such as the state of the tunnel. */
const frame: PageLayer = {
  folder: 'app/frame',
  enters: ['features/setup/go-live', 'features/setup/tunnel', 'features/charts', ...belowFeatures],
}

/** The only one that may enter all others: it puts them together. */
const app: PageLayer = {
  folder: 'app',
  enters: [frame, ...featureLayers, ...foundations].map(({ folder }) => folder),
}

/** All layers, from top to bottom. */
export const pageLayers: readonly PageLayer[] = [app, frame, ...featureLayers, ...foundations]

/** A rule of dependency-cruiser, as far as the page needs it. */
export interface PageRule {
  name: string
  comment: string
  severity: 'error'
  from: { path: string; pathNot?: string[] }
  to: { path?: string; pathNot?: string[] }
}

/** A rule for each layer, and one for folders that are no layer. */
export const pageRules: readonly PageRule[] = [
  ...pageLayers.map(({ folder, enters }): PageRule => ({
    name: ruleOf(folder),
    comment: `what src/renderer/${folder} may enter is in tools/rooms/pageLayers.ts`,
    severity: 'error',
    from: { path: filesIn(folder) },
    to: { path: '^src/renderer/', pathNot: [folder, ...enters].map(filesIn) },
  })),
  {
    name: 'page-folder-is-a-layer',
    comment: 'a new folder of the page gets its place in tools/rooms/pageLayers.ts',
    severity: 'error',
    from: { path: '^src/renderer/', pathNot: pageLayers.map(({ folder }) => filesIn(folder)) },
    to: {},
  },
]

/** The name of the rule for a layer. */
export function ruleOf(folder: string): string {
  return `page-${folder.replaceAll('/', '-')}`
}

function filesIn(folder: string): string {
  return `^src/renderer/${folder}/[^/]+$`
}

/** The picture of the layers in ARCHITECTURE.md, a line each. Pure. */
export function drawPageLayers(): string {
  const line = (name: string, enters: readonly string[]) =>
    `${name.padEnd(32)}${enters.length === 0 ? '' : ` ──▶ ${enters.join('  ')}`}`.trimEnd()
  const short = (folder: string) => folder.replace(/^features\//, '')
  const ownEnters = ({ enters }: PageLayer) => enters.filter((folder) => !belowFeatures.includes(folder)).map(short)
  return [
    line('app', ['all that is below']),
    line('app/frame', ownEnters(frame)),
    'features/',
    ...featureLayers.map((layer) => line(`  ${short(layer.folder)}`, ownEnters(layer))),
    ...foundations.map(({ folder, enters }) => line(folder, enters)),
  ].join('\n')
}
