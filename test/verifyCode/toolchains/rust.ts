import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { done, ran, type Toolchain, versionOf } from './toolchain.ts'

/** Where Debian's librust-*-dev packages put their crates. */
const debianCrates = '/usr/share/cargo/registry'

/** Build results, kept from run to run and shared between test files; cargo locks them. */
const cache = join(import.meta.dirname, '../../../node_modules/.cache/ready-code-rust')

/** Every program becomes a module, so that one build serves all. The crates are named by the programs. */
export const rust: Toolchain = {
  id: 'rust',
  found: found(),
  prepare: async (_folder, sources) => {
    const name = `programs-${createHash('sha256').update(sources.join('\0')).digest('hex').slice(0, 12)}`
    const folder = join(cache, name)
    await mkdir(join(folder, 'src'), { recursive: true })
    await mkdir(join(folder, '.cargo'), { recursive: true })
    const crates = new Set(sources.flatMap((source) => source.match(/(?<=^\/\/ )\w[\w-]* = ".*"$/gm) ?? []))
    await writeFile(
      join(folder, 'Cargo.toml'),
      `[package]\nname = "${name}"\nversion = "0.0.0"\nedition = "2021"\n\n[dependencies]\n${[...crates].join('\n')}\n`,
    )
    await writeFile(
      join(folder, '.cargo', 'config.toml'),
      `[source.crates-io]\nreplace-with = "debian"\n\n[source.debian]\ndirectory = "${debianCrates}"\n`,
    )
    await Promise.all(
      sources.map((source, index) =>
        writeFile(join(folder, 'src', `p${index}.rs`), source.replace('fn main()', 'pub fn main()')),
      ),
    )
    await writeFile(join(folder, 'src', 'main.rs'), mainOf(sources.length))
    const target = join(cache, 'target')
    await done('cargo', ['build', '--offline', '--quiet'], {
      cwd: folder,
      env: { RUSTFLAGS: '-Cdebuginfo=0 -Dwarnings', CARGO_TARGET_DIR: target },
    })
    return (index, { args, env }) => ran(join(target, 'debug', name), args, { env: { ...env, PROGRAM: `${index}` } })
  },
}

function found(): Toolchain['found'] {
  const cargo = versionOf('cargo', ['--version'])
  if ('missing' in cargo || existsSync(join(debianCrates, 'hmac-0.12.1'))) return cargo
  return { missing: `the crate hmac is not in ${debianCrates} (Debian's librust-hmac-dev)` }
}

function mainOf(count: number): string {
  const indexes = Array.from({ length: count }, (_, index) => index)
  return `${indexes.map((index) => `mod p${index};`).join('\n')}

fn main() -> Result<std::process::ExitCode, Box<dyn std::error::Error>> {
    match std::env::var("PROGRAM")?.as_str() {
${indexes.map((index) => `        "${index}" => p${index}::main(),`).join('\n')}
        _ => Ok(std::process::ExitCode::from(99)),
    }
}
`
}
