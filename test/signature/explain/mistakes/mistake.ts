import type { BodyName } from './bodies.ts'
import type { Family, Signing } from './families.ts'

/** One mistake that people make, and what it must be called. */
export interface Mistake {
  name: string
  /** The cause; several where more than one name is as true. */
  causes: readonly string[]
  /** The body that shows it; `plain` where not given. */
  on?: BodyName
  /** The wrong parts of the signature; null where this sender cannot make it. */
  change(right: Signing, sender: Family): Partial<Signing> | null
  /** Whether only the receiver's own code makes it, or only the sender. */
  only?: 'wire' | 'receiver'
  /** It changes nothing but how the digest is written: in the receiver's code that is a right digest, compared wrongly. */
  spelling?: true
  /** Where a header like that is right. */
  rightAtSender?(sender: Family): boolean
}

/** A mistake that changes the secret's text. */
export function ofSecret(
  causes: string | readonly string[],
  name: string,
  change: (text: string, sender: Family) => string | Buffer | null,
): Mistake {
  return {
    name: `secret: ${name}`,
    causes: [causes].flat(),
    change: ({ secret }, sender) => {
      const text = change(secret.toString(), sender)
      const made = text === null ? null : Buffer.from(text as string)
      // A decoder that stops at the first sign gives an empty key, which is as true a story.
      return made === null || made.equals(secret) || sender.key(made).length === 0 ? null : { secret: made }
    },
  }
}

/**
 * The causes of a mistake at this sender. Where the secret is decoded after its prefix, a quote, a space and a byte order
 * mark before it are one and the same mistake: the prefix is not seen, is decoded along, and what hides it is skipped.
 */
export function causesAt(mistake: Mistake, wrong: Signing, sender: Family): readonly string[] {
  const before = wrong.secret.indexOf(sender.secret)
  const hides = before > 0 && sender.key(wrong.secret).equals(Buffer.from(sender.secret, 'base64'))
  return hides ? ['secret-prefix'] : mistake.causes
}

/** A mistake after which other bytes are the key, whatever the sender's rule for keys. */
export function ofKey(
  causes: string | readonly string[],
  name: string,
  change: (secret: Buffer, sender: Family) => string | Buffer | null,
): Mistake {
  return {
    name: `key: ${name}`,
    causes: [causes].flat(),
    change: ({ secret }, sender) => {
      const made = change(secret, sender)
      const key = made === null ? null : Buffer.from(made as string)
      return key === null || key.equals(sender.key(secret)) ? null : { key }
    },
  }
}

/** A mistake that puts other bytes in place of the body. */
export function ofBody(
  causes: string | readonly string[],
  on: BodyName,
  name: string,
  change: (text: string) => string | Buffer | null,
  more: Partial<Mistake> = {},
): Mistake {
  return {
    name: `body: ${name}`,
    causes: [causes].flat(),
    on,
    change: ({ body }, { signsBody }) => {
      const made = signsBody ? change(body.toString()) : null
      return made === null || Buffer.from(made as string).equals(body) ? null : { body: Buffer.from(made as string) }
    },
    ...more,
  }
}
