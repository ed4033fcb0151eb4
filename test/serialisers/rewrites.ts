import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bodies } from './bodies.ts'
import type { Serialiser } from './serialisers.ts'

/** A body rewritten by a real serialiser. */
export interface Rewrite {
  /** Such as "json.dumps of slashes". */
  title: string
  original: Uint8Array
  rewritten: Uint8Array
}

/**
 * Writes every text again in every way that a program knows, or at least in the one that is asked for: profile -> what
 * it wrote, by the number of the text.
 */
export type WriteAgain = (
  texts: readonly Uint8Array[],
  profile: string | null,
) => Promise<Map<string, Map<number, Buffer>>>

/** One way of writing, ready to be used. */
export interface ReadyWriter {
  profile: string
  writeAgain: WriteAgain
}

const originals = bodies.map(({ text }) => Buffer.from(text))

/** Makes a serialiser ready. */
export async function startWriting(serialiser: Serialiser, folder: string): Promise<WriteAgain> {
  await mkdir(folder, { recursive: true })
  const serialise = await serialiser.prepare(join(folder, 'program'))
  let round = 0
  return async (texts, wanted) => {
    round += 1
    const files = texts.map((_, number) => join(folder, `${round}-${number}.json`))
    await Promise.all(texts.map((text, number) => writeFile(files[number] ?? '', text)))
    const written = new Map<string, Map<number, Buffer>>()
    for (const line of texts.length === 0 ? [] : (await serialise(files, wanted)).split('\n')) {
      const [profile = '', number = '', hex = ''] = line.split('\t')
      if (hex === '') continue
      const ofProfile = written.get(profile) ?? new Map<number, Buffer>()
      written.set(profile, ofProfile.set(Number(number), Buffer.from(hex, 'hex')))
    }
    return written
  }
}

/** Everything that one serialiser makes of all bodies, without what it leaves as it was and without doubles. */
export async function rewritesOf(writeAgain: WriteAgain): Promise<Rewrite[]> {
  const rewrites = new Map<string, Rewrite>()
  for (const [profile, texts] of await writeAgain(originals, null)) {
    for (const [number, rewritten] of texts) {
      const original = originals[number]
      const key = `${number} ${rewritten.toString('hex')}`
      if (original === undefined || original.equals(rewritten) || rewrites.has(key)) continue
      rewrites.set(key, { title: `${profile} of ${bodies[number]?.title ?? ''}`, original, rewritten })
    }
  }
  return [...rewrites.values()]
}

/**
 * Rewrites by proxies of the bodies that senders' serialisers write: only where the sender's serialiser restores the
 * signed body from the proxy's. Where it does not, a part of the body is lost on the way (the order of
 * keys, digits of numbers), and no search can find it.
 */
export async function proxyRewrites(
  senders: readonly ReadyWriter[],
  proxies: readonly ReadyWriter[],
): Promise<Rewrite[]> {
  const sent = await Promise.all(senders.map(async (sender) => signedBy(sender)))
  const signed = sent.flat()
  const rewrites = new Map<string, Rewrite & { sender: ReadyWriter }>()
  for (const { profile, writeAgain } of proxies) {
    const texts = signed.map(({ original }) => original)
    for (const [at, rewritten] of (await writeAgain(texts, profile)).get(profile) ?? []) {
      const one = signed[at]
      if (one === undefined || one.original.equals(rewritten)) continue
      const key = `${at} ${rewritten.toString('hex')}`
      const title = `${one.sender.profile}, then ${profile}, of ${one.body}`
      if (!rewrites.has(key)) rewrites.set(key, { ...one, title, rewritten })
    }
  }
  const kept = senders.map(async (sender) =>
    givenAgain(
      sender,
      [...rewrites.values()].filter((one) => one.sender === sender),
    ),
  )
  return (await Promise.all(kept)).flat()
}

async function signedBy(sender: ReadyWriter): Promise<{ sender: ReadyWriter; body: string; original: Buffer }[]> {
  const texts = (await sender.writeAgain(originals, sender.profile)).get(sender.profile) ?? new Map<number, Buffer>()
  return [...texts].map(([number, original]) => ({ sender, body: bodies[number]?.title ?? '', original }))
}

async function givenAgain(sender: ReadyWriter, rewrites: readonly Rewrite[]): Promise<Rewrite[]> {
  const texts = rewrites.map(({ rewritten }) => rewritten)
  const back = (await sender.writeAgain(texts, sender.profile)).get(sender.profile)
  return rewrites.filter(({ original }, number) => back?.get(number)?.equals(original) === true)
}
