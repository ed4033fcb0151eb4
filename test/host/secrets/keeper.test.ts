/** Where the key of stored secrets is kept, and when none is available: the same for every shell. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type KeyFault, KeyUnavailable } from '../../../src/host/keys/keyUnavailable.ts'
import { openKeeper, replaceLostKey } from '../../../src/host/keys/openKeeper.ts'
import { startHost } from '../../../src/host/startHost.ts'
import { type Keyring, type WantedKeyring, wantedKeyring } from '../../../src/host/keys/systemKeyring.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost } from '../../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
beforeEach(() => {
  folder = scratchFolder()
})
afterEach(() => folder.remove())

const silent = () => undefined
const at = (name: string) => join(folder.path, name)

/** Stands for a system's keyring, which is outside of Hookscope. */
function keyringWith(kept: Map<string, string>, behaves: Partial<Keyring> = {}): Keyring {
  return {
    read: async (name) => Promise.resolve(kept.get(name) ?? null),
    write: async (name, text) => Promise.resolve(void kept.set(name, text)),
    ...behaves,
  }
}

const refuses = async () => Promise.reject(new Error('locked'))
const locked = keyringWith(new Map(), { read: refuses, write: refuses })

/** Keyrings that a start may find; `kept` is the content of a working one. */
const keyrings: Record<string, (kept: Map<string, string>) => WantedKeyring> = {
  works: (kept) => ({ keyring: keyringWith(kept) }),
  'is switched off': () => ({ keyring: null, why: 'off' }),
  'cannot be loaded': () => ({ keyring: null, why: 'not-loadable' }),
  refuses: () => ({ keyring: locked }),
  'is empty': () => ({ keyring: keyringWith(new Map()) }),
}

/** The files of a folder with their contents. */
const contents = () => readdirSync(folder.path).map((name) => [name, readFileSync(at(name), 'utf8')])

type Files = 'key' | 'keyring' | 'sealed'
type Outcome = 'keyring' | 'key file' | KeyFault

/** Lays these files into the folder; answers what the keyring holds, and a text sealed with each key. */
async function prepare(files: readonly Files[]): Promise<{ kept: Map<string, string>; sealed: string[] }> {
  const kept = new Map<string, string>()
  const sealed: string[] = []
  if (files.includes('keyring')) {
    sealed.push((await openKeeper(folder.path, { keyring: keyringWith(kept) }, silent)).seal('a secret'))
  }
  if (files.includes('key')) {
    const marker = files.includes('keyring') ? readFileSync(at('secrets.keyring')) : null
    rmSync(at('secrets.keyring'), { force: true })
    sealed.push((await openKeeper(folder.path, { keyring: null, why: 'off' }, silent)).seal('a secret'))
    if (marker !== null) writeFileSync(at('secrets.keyring'), marker)
  }
  if (files.includes('sealed')) writeFileSync(at('secrets.key.sealed'), '{"backend":"kwallet6","sealed":"eA=="}')
  return { kept, sealed }
}

/** The outcome of each set of files with each keyring, in the order of `keyrings`. */
const table: [files: Files[], outcomes: Outcome[]][] = [
  [[], ['keyring', 'key file', 'key file', 'key file', 'keyring']],
  [['key'], ['key file', 'key file', 'key file', 'key file', 'key file']],
  [['keyring'], ['keyring', 'keyring-off', 'keyring-not-loadable', 'keyring-silent', 'keyring-empty']],
  [
    ['key', 'keyring'],
    ['two-keys', 'two-keys', 'two-keys', 'two-keys', 'two-keys'],
  ],
  [['sealed'], ['old-desktop', 'old-desktop', 'old-desktop', 'old-desktop', 'old-desktop']],
  [
    ['key', 'sealed'],
    ['old-desktop', 'old-desktop', 'old-desktop', 'old-desktop', 'old-desktop'],
  ],
  [
    ['keyring', 'sealed'],
    ['old-desktop', 'old-desktop', 'old-desktop', 'old-desktop', 'old-desktop'],
  ],
  [
    ['key', 'keyring', 'sealed'],
    ['old-desktop', 'old-desktop', 'old-desktop', 'old-desktop', 'old-desktop'],
  ],
]
const rows = table.flatMap(([files, outcomes]) =>
  Object.keys(keyrings).map((keyring, index) => ({
    files,
    has:
      files.length === 0
        ? 'no key'
        : files
            .map((file) => ({ key: 'secrets.key', keyring: 'secrets.keyring', sealed: 'secrets.key.sealed' })[file])
            .join(' and '),
    keyring,
    outcome: outcomes[index] ?? 'unwritable',
  })),
)

describe('a folder', () => {
  test.each(rows)('with $has, where the keyring $keyring: $outcome', async ({ files, keyring, outcome }) => {
    const { kept, sealed } = await prepare(files)
    const before = contents()
    const opening = openKeeper(folder.path, keyrings[keyring]?.(kept) ?? { keyring: null, why: 'off' }, silent)
    if (outcome !== 'keyring' && outcome !== 'key file') {
      const error: unknown = await opening.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(KeyUnavailable)
      expect(error).toMatchObject({ code: outcome })
      // The message names the folder and a way out.
      expect((error as Error).message).toContain(folder.path)
      expect((error as Error).message).toMatch(/--data/)
      expect(contents()).toEqual(before)
      return
    }
    const keeper = await opening
    expect(keeper.description).toContain(outcome === 'keyring' ? 'keyring' : 'key file')
    expect(sealed.map((text) => keeper.unseal(text))).toEqual(sealed.map(() => 'a secret'))
    // A key that was there stays where and what it was; a new one is in exactly one place.
    if (files.length > 0) expect(contents()).toEqual(before)
    else expect(readdirSync(folder.path)).toEqual([outcome === 'keyring' ? 'secrets.keyring' : 'secrets.key'])
  })

  it('whose key file holds no key is refused, and the file stays', async () => {
    writeFileSync(at('secrets.key'), 'half a k')
    const before = contents()
    await expect(openKeeper(folder.path, { keyring: null, why: 'off' }, silent)).rejects.toMatchObject({
      code: 'damaged-file',
    })
    expect(contents()).toEqual(before)
  })

  it('that no longer says which entry of the keyring is its own is refused', async () => {
    writeFileSync(at('secrets.keyring'), 'broken')
    await expect(openKeeper(folder.path, { keyring: keyringWith(new Map()) }, silent)).rejects.toMatchObject({
      code: 'keyring-unnamed',
    })
  })

  test.each(['', 'half a k'])('whose key file was cut off to %j is refused', async (text) => {
    writeFileSync(at('secrets.key'), text)
    const opening = openKeeper(folder.path, { keyring: null, why: 'off' }, silent)
    await expect(opening).rejects.toThrow(/bytes instead of 32.*hookscope doctor --new-key/)
  })

  describe('with a database of sealed secrets and no key at all', () => {
    beforeEach(async () => {
      const { host, client } = await startTestHost(folder.path)
      await client.environments.update({ id: 'sandbox', readonlyPassword: 'lost with the key' })
      await host.stop()
      rmSync(at('secrets.key'))
    })

    test.each(Object.entries(keyrings))(
      'is refused where the keyring %s: no second key is made',
      async (_name, found) => {
        const kept = new Map<string, string>()
        const starting = startHost({ dataFolder: folder.path, receiverPort: 0, version: 'test', keyring: found(kept) })
        await expect(starting).rejects.toMatchObject({ code: 'key-missing' })
        await expect(starting).rejects.toThrow(
          /deliveries.db holds secrets.*Put the key back.*hookscope doctor --new-key/,
        )
        expect([existsSync(at('secrets.key')), existsSync(at('secrets.keyring')), kept.size]).toEqual([false, false, 0])
      },
    )

    it('gets a new one where it is asked for: secrets count as not set', async () => {
      expect(await replaceLostKey(folder.path, { keyring: null, why: 'off' }, '.lost')).toMatchObject({ aside: [] })
      const { host, client } = await startTestHost(folder.path)
      const [sandbox] = await client.environments.list()
      await host.stop()
      expect(sandbox?.readonlyPassword).toMatchObject({ set: false })
      expect(await replaceLostKey(folder.path, { keyring: null, why: 'off' }, '.lost')).toBeNull()
    })
  })

  it('whose key is only locked keeps it when a new one is asked for', async () => {
    await prepare(['keyring'])
    const before = contents()
    await expect(replaceLostKey(folder.path, { keyring: locked }, '.lost')).rejects.toMatchObject({
      code: 'keyring-silent',
    })
    expect(contents()).toEqual(before)
  })

  it('whose keyring has lost the key gets a new one where it is asked for, and the old marker is kept', async () => {
    await prepare(['keyring'])
    const made = await replaceLostKey(folder.path, { keyring: keyringWith(new Map()) }, '.lost')
    expect(made?.aside).toEqual([at('secrets.keyring.lost')])
    expect(readdirSync(folder.path).toSorted()).toEqual(['secrets.keyring', 'secrets.keyring.lost'])
  })

  it('where a start was killed while it wrote the key gets a whole one', async () => {
    writeFileSync(at('secrets.key.4f.new'), 'half a k')
    await openKeeper(folder.path, { keyring: null, why: 'off' }, silent)
    expect(readdirSync(folder.path)).toEqual(['secrets.key'])
  })
})

describe('a keyring', () => {
  const never = async () => new Promise<never>(() => undefined)

  const notUsed = 'that $what is not used for a new folder, which gets a key file'
  const givesAnother = { read: async () => Promise.resolve('x') }
  test.each([{ what: 'takes the key and gives another one back', behaves: givesAnother }])(notUsed, getsFile)
  test.each([{ what: 'never answers', behaves: { write: never } }])(notUsed, { tags: 'full' }, getsFile)

  async function getsFile({ behaves }: { behaves: Partial<Keyring> }): Promise<void> {
    const keeper = await openKeeper(folder.path, { keyring: keyringWith(new Map(), behaves) }, silent)
    expect(keeper.description).toContain('key file')
    expect(readdirSync(folder.path)).toEqual(['secrets.key'])
  }

  it('is left alone where HOOKSCOPE_KEYRING says off', async () => {
    expect(await wantedKeyring({ HOOKSCOPE_KEYRING: 'off' })).toEqual({ keyring: null, why: 'off' })
    expect((await wantedKeyring({})).keyring).not.toBeNull()
  })
})
