/**
 * `npm run check:english`: how many of 100 sentences in comments, interface texts and docs have a shape that engineers do not
 * write, by folder. A folder fails above its maximum; a maximum may only fall. Words in `bannedWords` fail at once.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/** Maximum of 100 sentences, by folder and kind. Lower it when the figure falls. */
const maxima: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'src/cli': { comments: 0.1 },
  'src/desktop': { comments: 0.1 },
  'src/engine': { comments: 0.1 },
  'src/host': { comments: 0.1 },
  'src/main': { comments: 0.1 },
  'src/preload': { comments: 0 },
  'src/renderer': { comments: 0.1, texts: 2.3 },
  'src/sandbox': { comments: 0.1 },
  'src/serve': { comments: 0.1 },
  'src/testing': { comments: 0 },
  'src/shared': { comments: 0.1, texts: 1.3 },
  test: { comments: 0.3 },
  tools: { comments: 0.3 },
  docs: { docs: 1.2 },
  '*.md': { docs: 0.6 },
}

const shapes = [
  /^(What|Of|Those|Who|Whoever|Which)\b(?!.*\?)/,
  /\bso (many|much|long|far|often)\b(?! (as|that|more))/i,
  /\b(a person|nobody|somebody|anybody|a hand)\b/i,
  /\b(is|are|was|were) (one|ones|those|that) (that|which|who|of)\b/i,
  /\banother one\b/i,
  /\b(comes? of|came of|becomes? of|became of)\b/i,
  /\b(takes? away|turned round|turns? it round|made up for|let go|says so|is told|made anew|for good)\b/i,
  /\bhas (yet )?to (come|go)\b/i,
  /\bby itself\b/i,
  /\bbesides? (it|them|that|the)\b/i,
  /\bmeanwhile\b/i,
  /\b(is|are) no [a-z]+ (of|that|to|for)\b/i,
  /\b(rightly|anew|whereupon|thereof|mend(s|ed)?|stands? here|be told)\b/i,
]

/** Not allowed anywhere in src and in the documents of the root, unless quoted. */
const bannedWords = new RegExp(
  `(?<!['"\`])\\b(${[
    'anew|whoever|whomever|whichever|wherever|mend(?:s|ed|ing)?|lest|hence|likewise|thereby|purse|upon|amid|thus',
    'told(?! apart)|in vain|of no use|all the same|by itself|by themselves|heard of|leaves? as|bec[ao]mes? of|become of|lets? go|letting go',
    '(?:stands?|stood) (?:in|on|at|above|below|beside|behind|between|there|here|under|still)',
    'comes? to (?:its|an) end',
  ].join('|')})\\b(?!['"\`])`,
  'gi',
)
/** Files where such a word is a field of the API. */
const bannedExceptions = new Set([
  'src/engine/actions/webhookConfig/askWebhookConfig.ts: told',
  'src/shared/schemas/webhookConfigSchemas.ts: told',
  'src/renderer/features/environment/webhook/words.ts: told',
])

/** The sentences of a text that have four words or more. */
export function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?:;])\s+/)
    .filter((sentence) => sentence.trim().split(' ').length >= 4)
}

/** Whether a sentence has one of the shapes. */
export function isOddSentence(sentence: string): boolean {
  return shapes.some((shape) => shape.test(sentence.trim()))
}

/** The banned words of a text, in lower case. */
export function bannedIn(text: string): string[] {
  return [...text.matchAll(bannedWords)].map(([word]) => word.toLowerCase())
}

function commentsIn(text: string): string[] {
  return [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<![:"'`])\/\/([^\n]*)/g)].map(([, block, line]) =>
    (block ?? line ?? '').replace(/^\s*\* ?/gm, '').replace(/@\w+( \w+)?/g, ''),
  )
}

function stringsIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g)]
    .map(([, single, template, double]) => (single ?? template ?? double ?? '').replace(/\$\{[^}]*\}/g, 'X'))
    .filter((value) => value.includes(' '))
}

function proseIn(text: string): string[] {
  const plain = text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, 'X')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  const cells = plain.split('\n').flatMap((line) => line.split('|'))
  return cells.map((cell) => cell.replace(/^[\s>#*\-\d.]+/, '').replaceAll('**', ''))
}

/** The texts of a file, by kind. */
function textsIn(path: string, text: string): Record<string, string[]> {
  if (extname(path) === '.md') return { docs: proseIn(text) }
  if (!['.ts', '.tsx', '.mjs', '.cjs', '.css'].includes(extname(path))) return {}
  const isWords = /[wW]ords\.tsx?$/.test(basename(path)) || path.includes('/words/')
  return { comments: commentsIn(text), ...(isWords ? { texts: stringsIn(text) } : {}) }
}

const root = join(import.meta.dirname, '..')
const skipped = /(^|\/)(vendor|fixtures|findings)\//

function filesBelow(folder: string): string[] {
  const pattern = folder.includes('*') ? folder : `${folder}/**/*.*`
  const files = globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return files.filter((path) => !skipped.test(path)).sort()
}

/** Prints the rate of a folder and returns whether it is within its maximum. */
function checkFolder(folder: string): boolean {
  const kinds: Record<string, { sentences: number; odd: string[] }> = {}
  for (const path of filesBelow(folder)) {
    const texts = textsIn(path, readFileSync(join(root, path), 'utf8'))
    for (const [kind, parts] of Object.entries(texts)) {
      const counted = (kinds[kind] ??= { sentences: 0, odd: [] })
      const sentences = parts.flatMap(sentencesOf)
      counted.sentences += sentences.length
      counted.odd.push(
        ...sentences.filter(isOddSentence).map((sentence) => `${path}: ${sentence.trim().slice(0, 140)}`),
      )
    }
  }
  const over = Object.entries(maxima[folder] ?? {}).filter(([kind, max]) => {
    const { sentences, odd } = kinds[kind] ?? { sentences: 0, odd: [] }
    const rate = (100 * odd.length) / Math.max(1, sentences)
    console.log(`${folder} ${kind}: ${rate.toFixed(1)} of 100 sentences, maximum ${max}`)
    if (rate > max)
      console.log(
        odd
          .slice(0, 12)
          .map((line) => `  ${line}`)
          .join('\n'),
      )
    return rate > max
  })
  return over.length === 0
}

if (import.meta.main) {
  const isWithin = Object.keys(maxima).map(checkFolder).every(Boolean)
  const checked = [...filesBelow('src'), 'README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md']
  const banned = checked.flatMap((path) =>
    bannedIn(readFileSync(join(root, path), 'utf8')).map((word) => `${path}: ${word}`),
  )
  const unexpected = banned.filter((found) => !bannedExceptions.has(found))
  if (unexpected.length > 0) console.log(`Words to replace:\n  ${unexpected.join('\n  ')}`)
  process.exitCode = isWithin && unexpected.length === 0 ? 0 : 1
}
