/**
 * Asks the senders' own libraries: each signs a delivery, or says whether it takes one, and the same with one byte changed.
 * Their packages are installed into a scratch folder, never into this project; what they said is kept with their versions
 * in test/signature/officialLibraries.json, and the tests hold our signatures and verdicts against it. The checked presets
 * and versions go to src/shared/signature/checkedLibraries.ts, and the page shows them.
 *
 * Usage: node tools/recordLibraries.mjs [FOLDER]   FOLDER keeps the installed packages for the next time
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { signingSecret, signRequest } from '../src/engine/signature/signRequest.ts'
import { schemePreset } from '../src/shared/signature/schemePresets.ts'
import { libraries } from './officialLibraries/libraries.mjs'

const root = join(import.meta.dirname, '..')
const fixtures = join(root, 'test/signature/officialLibraries.json')
const table = join(root, 'src/shared/signature/checkedLibraries.ts')
const vectors = JSON.parse(readFileSync(join(root, 'test/signature/senderVectors.json'), 'utf8'))
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'official-libraries-'))
/** Milliseconds since the epoch: when everything is signed, and what the libraries take for now. */
const moment = Date.UTC(2026, 10, 22, 12)

install([...new Set(libraries.map(({ name }) => name))])
writeFileSync(join(folder, 'load.mjs'), 'export const load = async (name) => import(name)\n')
const { load } = await import(pathToFileURL(join(folder, 'load.mjs')).href)
const recorded = []
const problems = []
for (const library of libraries) recorded.push(...(await record(library)))
if (problems.length > 0) throw new Error(problems.join('\n'))
writeFileSync(fixtures, `${JSON.stringify(recorded, null, 2)}\n`)
writeFileSync(table, tableOf(recorded))
console.log(`${recorded.length} answers of ${new Set(recorded.map(({ library }) => library)).size} libraries`)
process.exit(0)

function install(names) {
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  const missing = names.filter((name) => !existsSync(join(folder, 'node_modules', name)))
  if (missing.length === 0) return
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error']
  execFileSync('npm', ['install', ...options, ...missing], { cwd: folder, stdio: 'inherit' })
}

function tableOf(answers) {
  const rows = new Map(answers.map(({ preset, library, version }) => [preset, `${library} ${version}`]))
  const lines = [...rows]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([preset, text]) => `  ${/\W/.test(preset) ? `'${preset}'` : preset}: '${text}',\n`)
  const head =
    "/** The sender's own library that signed a delivery which is valid here, or took one that was signed here, by preset. Written by tools/recordLibraries.mjs. */"
  return `${head}\nexport const checkedLibraries: Readonly<Record<string, string>> = {\n${lines.join('')}}\n`
}

/** Returns one library's signatures and answers as fixtures; a problem when it does not do what a library of its sender must. */
async function record(library) {
  const { name, preset, key, entry = name, also = [] } = library
  const others = []
  for (const one of also) others.push(await load(one))
  const module = await load(entry)
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  const vector = vectors.find(({ id }) => id === library.vector)
  const at = vector?.clock === undefined ? moment : vector.clock * 1000
  let refusal = ''
  const accepts = async (request) => {
    try {
      return Boolean(await atMoment(at, async () => library.accepts(module, request, key ?? vector.key, at, others)))
    } catch (error) {
      refusal = String(error)
      return false
    }
  }
  const requests = []
  const body = typeof library.body === 'function' ? library.body(at) : (library.body ?? '')
  const plain = { method: 'POST', url: library.url ?? 'https://example.com/hook', headers: library.headers ?? {}, body }
  if (vector !== undefined) {
    requests.push([
      'the sender',
      { ...plain, url: vector.url, headers: vector.headers, body: textOf(vector.bodyBase64) },
    ])
  }
  if (library.sign !== undefined) {
    const signed = await atMoment(at, async () => library.sign(module, plain, key, at))
    const headers = signed.body === undefined ? { ...plain.headers, ...signed } : plain.headers
    requests.push(['the library', { ...plain, headers, body: signed.body ?? body }])
  }
  const ours = vector === undefined ? signedByUs(library, plain, at) : null
  if (ours !== null) requests.push(['us', ours])

  const answers = []
  for (const [signedBy, request] of requests) {
    const said = await accepts(request)
    const saidOfOther =
      library.bodyUnsigned === true ? null : await accepts({ ...request, body: changed(library, request.body) })
    if (!said || saidOfOther === (library.readsBody !== false)) {
      problems.push(
        `${name} on what ${signedBy} signed for ${preset}: ${said}, with another body ${saidOfOther}. ${refusal}`,
      )
    }
    answers.push({
      library: name,
      version,
      preset,
      signedBy,
      ...(library.setting === undefined ? {} : { setting: library.setting }),
      key: key ?? vector.key,
      at: new Date(at).toISOString(),
      request,
      ...(signedBy === 'us' ? { unsigned: plain } : {}),
      said: { asSigned: 'accepted', oneByteChanged: saidOf(saidOfOther) },
    })
  }
  return answers
}

/** @param other whether another body was accepted; null where that was not asked */
function saidOf(other) {
  return other === null ? 'not asked' : other ? 'accepted' : 'refused'
}

/** Null where the library has no key of a test. */
function signedByUs({ preset, key, privateKey, setting }, request, at) {
  const found = schemePreset(preset)
  const scheme = setting === undefined ? found : { ...found, setting: { ...found.setting, value: setting } }
  const { secret } = signingSecret('k', privateKey ?? key, scheme)
  const unsigned = { ...request, headers: Object.entries(request.headers), body: Buffer.from(request.body) }
  const signed = signRequest(unsigned, scheme, secret, { at, id: 'msg_ours' })
  if (signed === null) return null
  const headers = Object.fromEntries(signed.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return { ...request, url: signed.url, headers, body: Buffer.from(signed.body).toString() }
}

function changed({ flip }, body) {
  if (flip !== undefined) return flip(body)
  const place = body.indexOf('"', 2) - 1
  return body.slice(0, place) + (body[place] === 'x' ? 'y' : 'x') + body.slice(place + 1)
}

function textOf(base64) {
  return Buffer.from(base64, 'base64').toString('utf8')
}

/** Libraries read the clock themselves. */
async function atMoment(at, act) {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [at] : given))
    }
    static now() {
      return at
    }
  }
  try {
    return await act()
  } finally {
    globalThis.Date = RealDate
  }
}
