import { isDigest, isPlainHmac, placesOf } from '../../../../shared/signature/signatureScheme.ts'
import { schemePresets } from '../../../../shared/signature/schemePresets.ts'
import type { MessageValues, TemplatedScheme } from '../../signedMessage.ts'
import type { SignedRequest } from '../../signedRequest.ts'
import { type Change, type How, quoting } from '../causes/change.ts'
import { messageTemplate } from '../digestMethods.ts'
import { otherTimestamps, type RequestValues } from './requestValues.ts'
import { templateVariants } from './templateVariants.ts'
import { urlVariants } from './urlVariants.ts'

/** Another way to put a message together than the scheme's own. */
export interface MessageRecipe {
  template: string
  filled: MessageValues
  change: Change
}

interface RecipeInput {
  request: SignedRequest
  scheme: TemplatedScheme
  /** The scheme's own template. */
  own: string
  values: RequestValues
  /** Values that fill the scheme's own template. */
  ownValues: MessageValues
}

/** Returns all recipes: other URLs, other timestamps, mistakes in the scheme's template, and templates of other senders. */
export function messageRecipes({ request, scheme, own, values, ownValues }: RecipeInput): MessageRecipe[] {
  const urls = own.includes('{url}') ? urlVariants(request) : []
  const pair = scheme.timestamp?.from === 'pair' ? scheme.timestamp.name : null
  const timestamps = own.includes('{timestamp}') ? otherTimestamps(values.timestamps, ownValues.timestamp, pair) : []
  return [
    ...urls.map((url): MessageRecipe => ({
      template: own,
      filled: { ...ownValues, url },
      change: { cause: 'message-url', cost: 4, how: quoting(' with the URL {1}', url) },
    })),
    ...timestamps.map(({ timestamp, how }): MessageRecipe => ({
      template: own,
      filled: { ...ownValues, timestamp },
      // Without a timestamp the message often equals another template.
      change: { cause: 'message-timestamp', cost: timestamp === '' ? 6 : 4, how },
    })),
    ...Array.from(templateVariants(own, request), ({ template, change }) => ({ template, filled: ownValues, change })),
    ...templates
      .filter((template) => template !== own)
      .flatMap((template) =>
        Array.from(fillings(template, values, ownValues, request.urls), (filled): MessageRecipe => ({
          template,
          filled,
          change: { cause: 'message-template', cost: 5, how: recipeWords(template, filled) },
        })),
      ),
  ]
}

/** Templates of the known schemes, and other combinations of the same parts. */
const templates: readonly string[] = [
  ...new Set([
    '{body}',
    ...schemePresets.filter(isPlainHmac).map(({ message }) => message),
    ...schemePresets.filter(isDigest).map(messageTemplate).filter(isPlain),
    '{timestamp}.{body}',
    '{timestamp}:{body}',
    '{timestamp}{body}',
    '{timestamp}\n{body}',
    '{timestamp},{body}',
    '{timestamp}|{body}',
    '{timestamp}-{body}',
    '{timestamp} {body}',
    '{timestamp}_{body}',
    '{body}{timestamp}',
    '{body}.{timestamp}',
    '{body}:{timestamp}',
    'v1:{timestamp}:{body}',
    '{id}{timestamp}{body}',
    '{id}.{body}',
    '{id}{body}',
    '{id}:{timestamp}:{body}',
    '{timestamp}.{id}.{body}',
    '{url}',
    '{url}.{body}',
    '{body}{url}',
    '{url}\n{body}',
    '{method}{url}{body}',
    '{method}\n{url}\n{body}',
    '{method}{url}{timestamp}{body}',
    '{timestamp}{method}{url}{body}',
    '{url}{timestamp}{body}',
    '{timestamp}{url}{body}',
    '{timestamp}',
    '{url}{method}{body}{timestamp}',
    '{url}{body}{timestamp}',
    '{method}{url}{timestamp}{body}',
    'v0={timestamp}:{body}',
    'v0.{timestamp}.{body}',
    'v1.{timestamp}.{body}',
  ]),
]

/** Whether a template has no place that only one sender fills. */
function isPlain(template: string): boolean {
  return placesOf(template).every((place) => /^\{(?:body|timestamp|id|url|method)\}$/.test(place))
}

function* fillings(
  template: string,
  values: RequestValues,
  ownValues: MessageValues,
  urls: readonly string[],
): Generator<MessageValues> {
  const timestamps = template.includes('{timestamp}') ? values.timestamps.slice(0, 6) : [ownValues.timestamp]
  const ids = template.includes('{id}') ? values.ids.slice(0, 4) : [ownValues.id]
  const places = template.includes('{url}')
    ? [...new Set(urls.flatMap((url) => [url, pathOf(url)]))].slice(0, 6)
    : [ownValues.url]
  for (const timestamp of timestamps)
    for (const id of ids) for (const url of places) yield { ...ownValues, timestamp, id, url }
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url
}

function recipeWords(template: string, { timestamp, id, url }: MessageValues): How {
  const { words, received } = filledIn({
    timestamp: template.includes('{timestamp}') ? (timestamp ?? '') : null,
    id: template.includes('{id}') ? (id ?? '') : null,
    url: template.includes('{url}') ? url : null,
  })
  const filled = words.length === 0 ? '' : ` (${words.join(', ')})`
  return quoting(` in the message ${template.replaceAll('\n', '\\n')}${filled}`, ...received)
}

/** Such as "the timestamp {1}", for each value that there is. */
export function filledIn(values: { timestamp: string | null; id: string | null; url: string | null }) {
  const names = { timestamp: 'the timestamp', id: 'the id', url: 'the URL' } as const
  const there = (['timestamp', 'id', 'url'] as const).filter((name) => values[name] !== null)
  return {
    words: there.map((name, index) => `${names[name]} {${index + 1}}`),
    received: there.map((name) => values[name] ?? ''),
  }
}
