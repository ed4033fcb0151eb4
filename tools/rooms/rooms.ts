/**
 * The rooms of `src`, from top to bottom, and what each may import: always rooms below it, so that no circle can come to
 * be. `.dependency-cruiser.mjs` takes its rules from here and ARCHITECTURE.md its table (`npm run docs` writes it, a test
 * compares them). The folders of the page have a list of their own, `pageLayers.ts`.
 */

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
function room(
  folder: string,
  does: string,
  enters: readonly string[],
  rest: Partial<Pick<Room, 'packages' | 'node' | 'inside'>> = {},
): Room {
  return { folder, does, enters, packages: [], node: 'all', ...rest }
}

/** Folders of a room of which each may import all that come after it. */
function downwards(...folders: string[]): NonNullable<Room['inside']> {
  return folders.map((folder, place) => [folder, folders.slice(place + 1)])
}

const engineRooms = [
  room(
    'engine/cases',
    'case files and other exports: written as a stream, read piece by piece, opened as folders of their own beside the data ([decision 12](docs/decisions/0012-case-files.md))',
    [
      'engine/actions',
      'engine/environments',
      'engine/explaining',
      'engine/signature',
      'engine/store',
      'engine/failures',
      'shared',
    ],
    { packages: ['zod'] },
  ),
  room('engine/actions', 'what a person can ask for, one file each; failures are codes with a sentence', [
    'engine/environments',
    'engine/tunnel',
    'engine/service',
    'engine/forwarding',
    'engine/outbound',
    'engine/explaining',
    'engine/signature',
    'engine/store',
    'engine/events',
    'engine/objects',
    'engine/latency',
    'engine/failures',
    'shared',
  ]),
  room('engine/sending', 'requests that are sent on purpose: signed, broken, at a rate, with a summary', [
    'engine/environments',
    'engine/forwarding',
    'engine/outbound',
    'engine/signature',
    'engine/store',
    'engine/events',
    'engine/latency',
    'engine/failures',
    'shared',
  ]),
  room('engine/publicAccess', 'the tunnel with what a person chose for it, kept over restarts', [
    'engine/environments',
    'engine/tunnel',
    'engine/outbound',
    'engine/receiver',
    'engine/store',
    'shared',
  ]),
  room(
    'engine/followUps',
    'the line of follow-up GETs, their retries (planned from kept attempts) and what was missed',
    ['engine/environments', 'engine/service', 'engine/outbound', 'engine/store', 'shared'],
  ),
  room('engine/verification', 'checks stored deliveries again when a secret or scheme changed', [
    'engine/environments',
    'engine/signature',
    'engine/store',
    'shared',
  ]),
  room(
    'engine/upkeep',
    'the files of a data folder as a whole: backups, restore, integrity, and what can be read of a damaged file',
    ['engine/store', 'engine/threads', 'shared'],
    { packages: ['zod'] },
  ),
  room('engine/retention', 'keeps each environment within its limits, in the background', [
    'engine/environments',
    'engine/store',
    'shared',
  ]),
  room('engine/environments', 'organizations with their settings, schemes and sealed secrets; rotations', [
    'engine/service',
    'engine/signature',
    'engine/store',
    'engine/failures',
    'shared',
  ]),
  room(
    'engine/tunnel',
    'a pure state machine, its manager, the check through the public URL; `providers/`: each as data and a function, with what all share ([decision 5](docs/decisions/0005-tunnels.md)); `programs/`: programs that providers start. Of `localtunnel` only its sockets',
    ['engine/outbound', 'engine/receiver', 'shared'],
    {
      packages: ['localtunnel', '@ngrok/ngrok'],
      inside: [
        ['.', ['providers']],
        ['providers', ['programs']],
        ['programs', []],
      ],
    },
  ),
  room('engine/service', "the service's client: tokens, webhook-config, read only users, follow-up addresses", [
    'engine/outbound',
    'shared',
  ]),
  room('engine/forwarding', 'deliveries to local apps by rules, in lanes with a cursor on disk, never to ourselves', [
    'engine/outbound',
    'engine/store',
    'engine/events',
    'shared',
  ]),
  room('engine/outbound', 'the one place that sends HTTP: deadline, size limit, no redirects, timing', ['shared'], {
    packages: ['undici'],
  }),
  room(
    'engine/checking',
    'grades a handler: `probes/` as data, judged purely; `subject/`: what is sent is made from it; `wire/` writes exact bytes, which no client would send',
    ['engine/signature', 'shared'],
    { inside: downwards('.', 'probes', 'subject', 'wire') },
  ),
  room('engine/receiver', 'socket → captured request: limits, malformed requests, answers', ['shared']),
  room(
    'engine/handshakes',
    'pure: whether a request is a handshake of its sender, and what to answer ([decision 11](docs/decisions/0011-handshakes.md)). No I/O, no clock',
    ['engine/signature', 'shared'],
    { node: ['crypto'] },
  ),
  room('engine/explaining', 'the search for why a digest differs, on a thread of its own, with a budget', [
    'engine/signature',
    'engine/threads',
  ]),
  room(
    'engine/signature',
    'pure: verification, fingerprints, and `explain/`: the search for why a digest differs ([decision 4](docs/decisions/0004-explaining-signatures.md)). No I/O, no clock',
    ['shared'],
    {
      node: ['crypto', 'zlib', 'buffer', 'util', 'querystring'],
      inside: [
        ['explain', ['.', 'explain/keys', 'explain/bodies', 'explain/json', 'explain/digest', 'explain/causes']],
        ['explain/keys', ['.', 'explain/bodies', 'explain/causes']],
        ['explain/bodies', ['.', 'explain/json', 'explain/causes']],
        ['explain/json', ['explain/causes']],
        ['explain/digest', ['explain/causes']],
        ['explain/causes', []],
        ['.', []],
      ],
    },
  ),
  room('engine/store', 'SQLite: writer, index and reader threads, batches, schema steps, search', [
    'engine/latency',
    'engine/threads',
    'shared',
  ]),
  room(
    'engine/threads',
    'where the entry of a thread is, from sources and in a build; heap limits, and collection at rest',
    [],
  ),
  room('engine/events', 'numbers what happens, holds the last of it for those who reconnect', ['shared'], { node: [] }),
  room(
    'engine/objects',
    'pure: differences and the story of an object, with what is out of order, missed or claimed wrongly',
    ['shared'],
    { node: [] },
  ),
  room('engine/latency', 'pure: how long each leg of a delivery took', ['shared'], { node: [] }),
  room('engine/failures', 'failures that belong to normal life: a code and a sentence', ['shared'], { node: [] }),
]

/** All rooms, from top to bottom. */
export const rooms: readonly Room[] = [
  room(
    'cli',
    'commands and exit codes; most join the instance that runs on the data folder (`withApi`)',
    ['serve', 'host', 'engine', 'sandbox', 'shared'],
    {
      packages: ['commander', 'open', 'pino', 'zod', '@orpc/client', '@orpc/contract', '@orpc/server'],
    },
  ),
  room('main', 'the Electron shell: thin adapters around `desktop`', ['desktop', 'host', 'engine', 'shared'], {
    packages: ['electron', '@orpc/server'],
  }),
  room(
    'desktop',
    'what the desktop shell decides, without Electron: its arguments, name and places, its life from start to end, menus, window, tray, notifications',
    ['host', 'engine', 'shared'],
    { packages: ['zod'] },
  ),
  room('preload', 'hands the page its port', ['shared'], { packages: ['electron'], node: [] }),
  room(
    'serve',
    "the browser shell: pages, HTTP API, WebSocket, server-sent events, guard; `session/`: who gets the page's key ([decision 9](docs/decisions/0009-the-pages-key.md)); `http/`: answers and problems",
    ['host', 'shared'],
    {
      packages: ['ws', '@orpc/contract', '@orpc/openapi', '@orpc/server', '@orpc/zod', 'zod'],
      inside: downwards('.', 'session', 'http'),
    },
  ),
  room(
    'host',
    "engine and sandbox behind the contract's router; `demoScript/`: the scripted demo; `unseen/`: failed deliveries that nobody has looked at; `storage/`: sizes, backups and compaction; `doctor/`: checks of the installation; `keys/`: the key of the sealed secrets; `fixtures/`: requests as files of one folder; `files/`: the data folder and small files",
    ['engine', 'sandbox', 'shared'],
    {
      packages: ['@napi-rs/keyring', '@orpc/server', 'zod'],
      inside: [
        ['.', ['demoScript', 'unseen', 'storage', 'doctor', 'keys', 'fixtures', 'files']],
        ['demoScript', []],
        ['unseen', ['files']],
        ['storage', []],
        ['doctor', ['storage', 'keys', 'files']],
        ['keys', ['files']],
        ['fixtures', []],
        ['files', []],
      ],
    },
  ),
  room('engine', 'starts the rooms below it and wires them; `startEngine` returns how to stop', [
    'engine/publicAccess',
    'engine/followUps',
    'engine/forwarding',
    'engine/verification',
    'engine/upkeep',
    'engine/retention',
    'engine/environments',
    'engine/tunnel',
    'engine/service',
    'engine/outbound',
    'engine/receiver',
    'engine/handshakes',
    'engine/explaining',
    'engine/signature',
    'engine/store',
    'engine/threads',
    'engine/events',
    'shared',
  ]),
  ...engineRooms,
  room(
    'sandbox',
    'the emulator of the whole service. Knows nothing of the engine. `api/`: its HTTP surface; `outbox/`: sending with retries; `objects/`, `organization/`, `identity/`: what it is asked for; `world/` and `kinds/`: what its data is drawn from; `state/`: what it keeps',
    ['shared'],
    {
      inside: [
        ['.', ['api', 'outbox', 'objects', 'identity', 'http', 'world', 'kinds', 'state']],
        ['api', ['objects', 'organization', 'identity', 'http', 'world', 'kinds', 'state']],
        ['outbox', ['organization', 'world', 'kinds', 'state']],
        ['objects', ['http', 'world', 'kinds', 'state']],
        ['organization', ['http', 'world', 'state']],
        ['identity', ['http', 'state']],
        ['http', ['state']],
        ['world', ['kinds', 'state']],
        ['kinds', ['state']],
        ['state', []],
      ],
    },
  ),
  room(
    'renderer',
    'the page: `app/` (frame, table of screens), `features/` (a folder per screen or pane, each with its words), `commands/` (palette and keys), `data/` (`wire/`, the only shell-aware code; `state/`, pure transitions), `bytes/` (parsers of bodies, with their worker), `ui/` (tokens, looks, controls), `text/` (formats and shared words) ([decision 6](docs/decisions/0006-the-page.md))',
    ['shared'],
    {
      packages: [
        'react',
        'react-dom',
        'zustand',
        '@orpc/client',
        '@orpc/contract',
        'diff',
        'lowlight',
        'highlight.js',
        '@codemirror/state',
        '@codemirror/view',
        '@codemirror/commands',
        '@codemirror/language',
        '@codemirror/lang-json',
        '@lezer/highlight',
      ],
      node: [],
    },
  ),
  room(
    'shared',
    "what both sides of a wire need: model, headers, the notification's parser, the filter language; `contract/` and `schemas/`: the calls and the shapes of what crosses; `commands/`: what menus, keys and links ask for; `words/`: sentences from `codes/`; `redaction/`: what is left out of files; `handOver/`: what is handed over; `requestText/`: a request as text for other programs; `verifyCode/`: ready code; `signature/`: signature schemes as data; `basics/`: small things without I/O",
    [],
    {
      packages: ['zod', '@orpc/contract', 'diff'],
      node: [],
      inside: [
        ['redaction', ['handOver', 'requestText', 'codes', 'schemas', '.']],
        ['handOver', ['requestText', '.']],
        ['requestText', ['verifyCode', '.']],
        ['verifyCode', ['signature', '.']],
        ['.', ['contract', 'schemas', 'codes']],
        ['contract', ['schemas']],
        ['schemas', ['signature', 'commands', 'codes']],
        ['signature', []],
        ['commands', []],
        ['words', ['words/causes', 'codes']],
        ['words/causes', ['codes']],
        ['codes', []],
        ['basics', []],
      ],
    },
  ),
]
