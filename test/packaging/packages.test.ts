/** @module-tag full */
/** The packages' contents: the builder's configuration by its own schema, and an app put together and read back. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { identity } from '../../src/shared/identity.ts'
import { type AssembledApp } from '../../tools/packaging/readBack.ts'
import { assembleOnPlaceholder } from '../../tools/packaging/assemble.ts'
import { builderConfig } from '../../tools/packaging/builderConfig.ts'
import { notAnApplication, writePlaceholderRuntime } from '../../tools/packaging/placeholderRuntime.ts'
import { sbom } from '../../tools/packaging/sbom.ts'
import { writeChecksums } from '../../tools/packaging/checksums.ts'
import { scratchFolder } from '../build/startServe.ts'

const root = join(import.meta.dirname, '../..')

interface Validator {
  validateConfiguration(config: object, log: { isEnabled: boolean; add(): void }): Promise<void>
}

const { validateConfiguration } = createRequire(import.meta.url)(
  'app-builder-lib/out/util/config/config.js',
) as Validator

describe("the builder's configuration", () => {
  const options = { output: '/out', runtime: null, resources: join(root, 'resources'), hasCertificate: true }
  const log = { isEnabled: false, add: () => undefined }

  it("is valid by the builder's own schema, with placeholders and with a feed", async () => {
    await validateConfiguration(builderConfig({ ...options, identity }), log)
    const feed = { ...identity, feed: 'https://updates.somebody.test/' }
    await validateConfiguration(builderConfig({ ...options, identity: feed }), log)
  })

  it('would be refused if a word of it were wrong', async () => {
    const config = { ...builderConfig({ ...options, identity }), asarUnpac: [] }
    await expect(validateConfiguration(config, log)).rejects.toThrow('asarUnpac')
  })

  it('names packages for macOS, Windows and Linux, and icons and entitlements that exist', () => {
    const { mac, win, linux, ...config } = builderConfig({ ...options, identity })
    const targets = [mac, win, linux].flatMap((system) => [system?.target].flat())
    expect(targets.map((target) => (typeof target === 'object' ? target?.target : target))).toEqual([
      'dmg',
      'zip',
      'nsis',
      'AppImage',
      'deb',
    ])
    const files = [
      `resources/${String(mac?.icon)}`,
      `resources/${String(win?.icon)}`,
      `resources/${String(linux?.icon)}/512x512.png`,
    ]
    for (const file of [...files, String(mac?.entitlements)]) expect(existsSync(join(root, file)), file).toBe(true)
    expect(mac?.hardenedRuntime).toBe(true)
    expect(config.fileAssociations).toEqual([
      {
        ext: 'hookscope',
        name: 'Hookscope case file',
        description: 'Hookscope case file',
        mimeType: 'application/x-hookscope-case',
        role: 'Viewer',
        rank: 'Owner',
      },
    ])
    expect(config.protocols).toEqual([{ name: 'Hookscope link', schemes: ['hookscope'] }])
  })

  it('writes no update files without a feed, and looks them up at the feed otherwise', () => {
    expect(builderConfig({ ...options, identity }).publish).toBeNull()
    const feed = 'https://updates.somebody.test/'
    expect(builderConfig({ ...options, identity: { ...identity, feed } }).publish).toEqual([
      { provider: 'generic', url: feed },
    ])
  })
})

describe('an app put together on a placeholder of the runtime', { tags: 'full' }, () => {
  let scratch: ReturnType<typeof scratchFolder>
  let folder: string
  let app: AssembledApp

  beforeAll(async () => {
    scratch = scratchFolder()
    const assembled = await assembleOnPlaceholder(identity, join(scratch.path, 'package'))
    folder = assembled.folder
    app = assembled.app
  }, 60_000)
  afterAll(() => scratch.remove())

  it('holds the built output of all three parts, its licence and no sources, tests or tools', () => {
    const { main = '' } = app.manifest
    for (const file of [
      main,
      'out/preload/index.cjs',
      'out/renderer/index.html',
      'out/main/storeThread.js',
      'LICENSE',
    ]) {
      expect(app.archived).toContain(file)
    }
    for (const file of ['icon/256x256.png', 'scenarios/demo.scenario.yaml'])
      expect(app.archived).toContain(`resources/${file}`)
    const others =
      /^(src|test|tools|docs|\.scratch)(\/|$)|^resources\/(?!icon(\/256x256\.png)?$|scenarios(\/[a-z-]+\.scenario\.yaml)?$)|\.map$/
    expect(app.archived.filter((path) => others.test(path))).toEqual([])
    expect(app.archived.filter((path) => /^node_modules\/(electron|vitest|typescript|vite)(\/|$)/.test(path))).toEqual(
      [],
    )
  })

  it('keeps native modules outside of the archive, where the system can load them', () => {
    const native = (paths: readonly string[]) => paths.filter((path) => path.endsWith('.node'))
    expect(native(app.unpacked)).toEqual(native(app.archived))
    expect(native(app.unpacked).length).toBeGreaterThan(0)
  })

  it("has native modules of this machine's architecture, whose keyring seals the data folder", () => {
    const native = app.unpacked.filter((path) => path.endsWith('.node'))
    expect(native.filter((path) => path.includes('keyring'))).toHaveLength(1)
    for (const path of native) {
      // A field of ELF: the machine. 62 is x64, 183 is arm64.
      const machine = readFileSync(join(folder, 'resources/app.asar.unpacked', path)).readUInt16LE(18)
      expect([path, { 62: 'x64', 183: 'arm64' }[machine]]).toEqual([path, process.arch])
    }
  })

  it('gives its windows the id by which desktops find its name and icon', () => {
    expect(app.manifest.desktopName).toBe(`${identity.appId}.desktop`)
  })

  it('is started by the script of an AppImage as it was called, with its sandbox', () => {
    const run = spawnSync(join(folder, 'AppRun'), ['--data', 'x'], { encoding: 'utf8' })
    expect([run.status, run.stderr.trim()]).toEqual([3, notAnApplication])
  })

  it('brings the licence of every package in it, its fonts included', () => {
    expect(app.archived).toContain('out/THIRD-PARTY.md')
    const text = readFileSync(join(root, 'out/THIRD-PARTY.md'), 'utf8')
    expect(text).toMatch(/^## react \d[^]*Permission is hereby granted/m)
    expect(text).toMatch(/^## @fontsource-variable\/inter .*OFL[^]*SIL OPEN FONT LICENSE/m)
  })

  it("brings the runtime's licences", () => {
    expect(app.licences).toEqual(['LICENSE.electron.txt', 'LICENSES.chromium.html'])
  })

  it('has its fuses flipped: no Node from outside, only the checked archive, no key for cookies', () => {
    expect(app.fuses).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: false,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    })
  })

  it('says that it is no application, also when it is run', () => {
    expect(readFileSync(join(folder, 'NOT-AN-APPLICATION.txt'), 'utf8')).toContain('not an application')
    const run = spawnSync(join(folder, 'hookscope'), { encoding: 'utf8' })
    expect(run.status).toBe(3)
    expect(run.stderr).toContain('not an application')
  })
})

test('the .desktop file of an AppImage has the name and the window class of the app id, and starts the sandbox', async () => {
  const scratch = scratchFolder()
  const runtime = join(scratch.path, 'runtime')
  writePlaceholderRuntime(runtime, '45.0.0', '101100011')
  let written: unknown
  await build({
    targets: Platform.LINUX.createTarget('AppImage'),
    projectDir: root,
    config: builderConfig({
      identity,
      output: join(scratch.path, 'package'),
      runtime,
      resources: join(root, 'resources'),
      hasCertificate: false,
    }),
    publish: 'never',
    // The builder stops here: its tools for AppImages come from a network.
    effectiveOptionComputed: async (options) => {
      written = options
      return true
    },
  })
  expect(written).toMatchObject({
    desktopFileName: `${identity.appId}.desktop`,
    desktop: expect.stringMatching(
      new RegExp(`^Exec=AppRun +%U$[^]*^Icon=hookscope$[^]*^StartupWMClass=${identity.appId}$`, 'm'),
    ),
  })
  scratch.remove()
})

describe('a release', () => {
  it('is refused while the identity is a placeholder, before anything is built', () => {
    const run = spawnSync(process.execPath, ['tools/package.ts'], { cwd: root, encoding: 'utf8' })
    expect(run.status).toBe(2)
    expect(run.stderr).toMatch(/^package: A release needs real values for owner, .*src\/shared\/identity\.ts/)
  })

  it(
    'comes with an SBOM that names what is installed with the app and what is bundled into it, and no tool',
    { tags: 'full' },
    () => {
      const { bomFormat, components } = sbom()
      const names = components.map(({ name }) => name)
      expect(bomFormat).toBe('CycloneDX')
      for (const name of ['undici', 'localtunnel', 'react', '@fontsource-variable/inter']) expect(names).toContain(name)
      for (const name of ['vitest', 'electron-builder', 'oxlint']) expect(names).not.toContain(name)
    },
  )

  it('comes with checksums that sha256sum accepts', async () => {
    const scratch = scratchFolder()
    writeFileSync(join(scratch.path, 'a file.zip'), 'one')
    writeFileSync(join(scratch.path, 'b.deb'), 'two')
    await writeChecksums(scratch.path)
    const said = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: scratch.path, encoding: 'utf8' })
    expect(said).toBe('a file.zip: OK\nb.deb: OK\n')
    scratch.remove()
  })
})
