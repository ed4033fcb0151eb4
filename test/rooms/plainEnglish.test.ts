import { describe, expect, it } from 'vitest'
import { bannedIn, isOddSentence, sentencesOf } from '../../tools/plainEnglish.ts'

describe('npm run check:english', () => {
  it.each(['What came last is shown.', 'So many wait at most.', 'Nobody reads the feed.', 'It is told the address.'])(
    'counts the sentence %s',
    (text) => {
      expect(sentencesOf(text).filter(isOddSentence)).toHaveLength(1)
    },
  )

  it.each(['Returns the newest delivery id.', 'What happens next?', 'Short.'])('does not count %s', (text) => {
    expect(sentencesOf(text).filter(isOddSentence)).toEqual([])
  })

  it.each(['/** Whoever asks gets it. */', 'function mend(machine) {}', '/* Stands above the list. */'])(
    'finds the banned word in %s',
    (text) => {
      expect(bannedIn(text)).toHaveLength(1)
    },
  )

  it.each(["signedAnew: input.field === 'told'", 'is known (`told`)', 'standIn, a standing order'])(
    'finds no banned word in %s',
    (text) => {
      expect(bannedIn(text)).toEqual([])
    },
  )
})
