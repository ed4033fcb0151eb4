/** How the desktop shell keeps its key, over a stand-in for Electron's safeStorage that behaves as on Linux. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { KeeperUnavailable, openDesktopKeeper, type SystemStore } from '../../src/main/openDesktopKeeper.ts'
import { scratchFolder } from '../build/startServe.ts'

type Backend = ReturnType<SystemStore['getSelectedStorageBackend']>

const folder = scratchFolder()
afterAll(() => folder.remove())

/** Without a keyring nothing is available until the app allows the fixed password. */
function linuxStore(backend: Backend, unlocked = true) {
  const weak = backend === 'basic_text' || backend === 'unknown'
  const state = { allowed: false }
  const store: SystemStore = {
    getSelectedStorageBackend: () => backend,
    isEncryptionAvailable: () => unlocked && (!weak || state.allowed),
    setUsePlainTextEncryption: (allowed) => {
      state.allowed = allowed
    },
    encryptString: (text) => Buffer.from(`sealed ${text}`),
    decryptString: (bytes) => bytes.toString().slice('sealed '.length),
  }
  return { store, state }
}

const open = (name: string, backend: Backend, unlocked = true) =>
  openDesktopKeeper(join(folder.path, name), linuxStore(backend, unlocked).store, 'linux')

describe('on Linux', () => {
  test.each(['basic_text', 'unknown'] as const)(
    'without a keyring (%s) it starts, and says that it is weak',
    (backend) => {
      const keeper = open(backend, backend)
      expect(keeper.description).toContain('only weakly')
      expect(keeper.description).toContain(backend)
      expect(open(backend, backend).unseal(keeper.seal('secret'))).toBe('secret')
    },
  )

  test('with a keyring the fixed password is never allowed', () => {
    const { store, state } = linuxStore('gnome_libsecret')
    const keeper = openDesktopKeeper(join(folder.path, 'keyring'), store, 'linux')
    expect(keeper.description).toBe('Secrets are sealed with a key that the operating system keeps (gnome_libsecret).')
    expect(state.allowed).toBe(false)
  })

  test.each(['basic_text', 'unknown'] as const)(
    'where a keyring was used before, %s is refused with a sentence',
    (backend) => {
      open(`was-strong-${backend}`, 'kwallet6')
      const { store, state } = linuxStore(backend)
      const start = () => openDesktopKeeper(join(folder.path, `was-strong-${backend}`), store, 'linux')
      expect(start).toThrow(KeeperUnavailable)
      expect(start).toThrow('sealed by kwallet6, which is not there now')
      expect(state.allowed).toBe(false)
    },
  )

  test('what was sealed weakly is still called weak when a keyring came later', () => {
    const sealed = open('later', 'basic_text').seal('secret')
    const keeper = open('later', 'gnome_libsecret')
    expect(keeper.unseal(sealed)).toBe('secret')
    expect(keeper.description).toContain('only weakly')
  })

  test('a keyring that is there but cannot be used is said, and nothing is written', () => {
    expect(() => open('locked', 'gnome_libsecret', false)).toThrow('offers no store for secrets')
    expect(() => readFileSync(join(folder.path, 'locked/secrets.key.sealed'))).toThrow('ENOENT')
  })

  test("the browser shell's key file is used where it was first, also without a keyring", () => {
    const data = join(folder.path, 'browser-first')
    mkdirSync(data)
    writeFileSync(join(data, 'secrets.key'), `${Buffer.alloc(32, 7).toString('base64url')}\n`)
    expect(open('browser-first', 'gnome_libsecret', false).description).toContain('key file')
  })
})

test('elsewhere the system is not asked for what only Linux knows', () => {
  const { store } = linuxStore('gnome_libsecret')
  const keeper = openDesktopKeeper(
    join(folder.path, 'mac'),
    {
      ...store,
      getSelectedStorageBackend: () => {
        throw new Error('Linux only')
      },
    },
    'darwin',
  )
  expect(keeper.description).toContain('(darwin)')
})
