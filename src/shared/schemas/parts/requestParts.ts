/** Parts of a request that the user writes. */
import { z } from 'zod'

export const requestMethod = z
  .string()
  .regex(/^(?!CONNECT$)[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/, 'A method is one word, such as POST; CONNECT is none.')

export const typedHeader = z.tuple([
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/, 'A header name has letters, digits and hyphens only.'),
  z.string().max(65_536, 'A header takes at most 65,536 characters.'),
])

/** Where a request is sent to. */
export const targetUrl = z
  .url({ protocol: /^https?$/, error: 'Give a whole address that starts with http:// or https://.' })
  .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '', {
    error: 'The address holds a user name or password, which others could read later; leave them out.',
  })
  .refine((text) => !text.includes('#'), { error: 'What follows # is never sent to a server; leave it out.' })

/** Bytes of a body, at most 10 MiB. */
export const base64Text = z
  .string()
  .max(13_981_016, 'A body takes at most 10 MiB.')
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'This is not base64.')
