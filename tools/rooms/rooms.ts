/**
 * The rooms of `src`, from top to bottom, and what each may import: always rooms below it, so that no circle can come to
 * be. `.dependency-cruiser.mjs` takes its rules from here and ARCHITECTURE.md its table (`npm run docs` writes it, a test
 * compares them). The folders of the page have a list of their own, `pageLayers.ts`.
 */
import { engineRooms } from './engineRooms.ts'
import { downwards, room, type Room } from './room.ts'

/** All rooms, from top to bottom. */
export const rooms: readonly Room[] = [
  room(
    'cli',
    'commands and exit codes; most join the instance that runs on the data folder (`withApi`)',
    ['serve', 'host', 'engine', 'sandbox', 'shared'],
    {
      packages: [
        'commander',
        'open',
        'pino',
        'ws',
        'zod',
        '@orpc/client',
        '@orpc/contract',
        '@orpc/server',
        '@modelcontextprotocol/server',
      ],
    },
  ),
  room('main', 'the Electron shell: thin adapters around `desktop`', ['desktop', 'host', 'engine', 'shared'], {
    packages: ['electron', '@orpc/server'],
  }),
  room(
    'desktop',
    'what the desktop shell decides, without Electron: its arguments, name and places, its life from start to end, menus, window, tray, notifications, whether tools can join',
    ['serve', 'host', 'engine', 'shared'],
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
    "engine and sandbox behind the contract's router; `demoScript/`: the scripted demo; `unseen/`: failed deliveries that the user has not opened; `storage/`: sizes, backups and compaction; `doctor/`: checks of the installation; `keys/`: the key of the sealed secrets; `fixtures/`: requests as files of one folder; `checks/`: graded handlers and their history; `files/`: the data folder and small files",
    ['engine', 'sandbox', 'shared'],
    {
      packages: ['@napi-rs/keyring', '@orpc/server', 'zod'],
      inside: [
        ['.', ['demoScript', 'unseen', 'storage', 'doctor', 'keys', 'fixtures', 'checks', 'files']],
        ['demoScript', []],
        ['unseen', []],
        ['storage', []],
        ['doctor', ['keys']],
        ['keys', ['files']],
        ['fixtures', []],
        ['checks', []],
        ['files', []],
      ],
    },
  ),
  room('engine', 'starts the rooms below it and wires them; `startEngine` returns how to stop', [
    'engine/publicAccess',
    'engine/jobs',
    'engine/forwarding',
    'engine/verification',
    'engine/upkeep',
    'engine/retention',
    'engine/environments',
    'engine/tunnel',
    'engine/service',
    'engine/outbound',
    'engine/receiver',
    'engine/responses',
    'engine/handshakes',
    'engine/explaining',
    'engine/signature',
    'engine/store',
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
    "what both sides of a wire need: model, headers, the notification's parser, the filter language; `contract/` and `schemas/`: the calls and the shapes of what crosses; `commands/`: what menus, keys and links ask for; `words/`: sentences from `codes/`; `handOver/`: what is handed over; `requestText/`: a request as text for other programs; `redaction/`: what is left out of all that leaves; `verifyCode/`: ready code; `signature/`: signature schemes as data; `basics/`: small things without I/O",
    [],
    {
      packages: ['zod', '@orpc/contract', 'diff'],
      node: [],
      inside: [
        ['handOver', ['redaction', 'basics', '.']],
        ['requestText', ['redaction', 'verifyCode', 'basics', '.']],
        ['redaction', ['verifyCode', 'codes', 'schemas', 'basics', '.']],
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
