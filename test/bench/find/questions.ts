/** A question of a page or a script about the deliveries, and its time limit. */
export interface Question {
  name: string
  /** Milliseconds at the 95th percentile, until the whole answer is read. */
  within: number
  /** The path and query below the API's root. A word that occurs once is different each time. */
  path(parts: QuestionParts): string
}

export interface QuestionParts {
  /** Occurs in one delivery. */
  rareWord: string
  /** Id of a delivery in the middle. */
  middle: number
}

function listed(query: Record<string, string>): string {
  return `/deliveries?${new URLSearchParams({ limit: '100', ...query })}`
}

const search = (filter: string) => () => listed({ filter, matches: 'true' })

/** As the folder of the bench has them: half are PUT and "update", the others POST and "create"; one in a hundred is invalid. */
export const questions: readonly Question[] = [
  { name: 'newest 100', within: 5, path: () => listed({}) },
  { name: 'deep page', within: 5, path: ({ middle }) => listed({ before: String(middle) }) },
  { name: 'filter: a verdict', within: 15, path: search('verdict:invalid') },
  { name: 'filter: type and action', within: 15, path: search('type:payment action:update') },
  { name: 'filter: a value that nothing has', within: 15, path: search('type:nothing') },
  { name: 'filter: not a verdict', within: 15, path: search('-verdict:valid') },
  { name: 'filter: a method that nothing has', within: 15, path: search('method:DELETE') },
  { name: 'filter: an id that nothing has', within: 15, path: search('id:nothing') },
  { name: 'filter: a mark that nothing has', within: 15, path: search('is:duplicate') },
  { name: 'filter: before all of them', within: 15, path: search('before:2020-01-01') },
  { name: 'two common values that never meet', within: 15, path: search('method:PUT action:create') },
  { name: 'a rare and a common one that never meet', within: 15, path: search('verdict:invalid action:update') },
  { name: 'word that occurs once', within: 10, path: ({ rareWord }) => listed({ q: rareWord, matches: 'true' }) },
  { name: 'word that does not occur', within: 10, path: search('xylophone') },
  { name: 'common word', within: 10, path: search('payment') },
  { name: 'one letter, common', within: 10, path: search('a') },
  { name: 'one letter, rare', within: 10, path: search('z') },
  { name: 'field: a value that one has', within: 20, path: ({ rareWord }) => search(`body.resourceId:${rareWord}`)() },
  { name: 'field: compared, first rows', within: 100, path: search('body.createdAtUtc>2024-01-01') },
  { name: 'phrase, first rows', within: 15, path: search('"resourcetype payment"') },
  { name: 'phrase that does not occur, first page', within: 15, path: search('"payment create"') },
]
