import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCommandRegistry, type Command } from '../../src/renderer/commands/useCommands.ts'
import { fuzzyMatch, rankCommands } from '../../src/renderer/commands/Palette.tsx'

function command(title: string, more: Partial<Command> = {}): Command {
  return { id: title, title, group: 'go', run: () => undefined, ...more }
}

/** The palette's entries, as titles under the names of their groups. */
function shown(commands: readonly Command[], query: string, recent: readonly string[] = []) {
  return rankCommands(commands, query, recent).map(({ group, commands }) => [
    group,
    ...commands.map(({ command }) => command.title),
  ])
}

/** The letters of a title that are marked. */
function marked(text: string, at: readonly number[]): string {
  return at.map((index) => text[index]).join('')
}

describe('finding by letters', () => {
  test.each([
    ['thm drk', 'Theme: dark'],
    ['dark theme', 'Theme: dark'],
    ['obp', 'Object paths'],
    ['CURL', 'Copy as cURL'],
    ['', 'Anything'],
  ])('"%s" finds "%s"', (query, text) => {
    expect(fuzzyMatch(query, text)).not.toBeNull()
  })

  test.each([
    ['drak', 'Theme: dark'],
    ['theme light', 'Theme: dark'],
    ['x', ''],
  ])('"%s" does not find "%s"', (query, text) => {
    expect(fuzzyMatch(query, text)).toBeNull()
  })

  test('letters side by side at the beginning of a word are marked, not strewn ones', () => {
    expect(fuzzyMatch('con', 'Contrast: normal')?.at).toEqual([0, 1, 2])
    expect(fuzzyMatch('dark', 'Do all the dark things')?.at).toEqual([11, 12, 13, 14])
  })

  test('marked letters are the typed ones, in their order and all different places', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ maxLength: 40 }), (query, text) => {
        const match = fuzzyMatch(query, text)
        if (match === null || match.at.length === 0) return
        expect(marked(text, match.at).toLowerCase()).toBe(query)
        expect(match.at.every((at, index) => index === 0 || at > (match.at[index - 1] ?? -1))).toBe(true)
      }),
    )
  })

  test('a text whose letters stand in it somewhere in order is always found', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('', ' ', 'x-', 'Y'))),
        (parts) => {
          const text = parts.map(([letter, between]) => letter + between).join('')
          const query = parts.map(([letter]) => letter).join('')
          expect(fuzzyMatch(query, text)).not.toBeNull()
        },
      ),
    )
  })

  test('a long text of one letter is answered at once', () => {
    const started = performance.now()
    fuzzyMatch('a'.repeat(20), 'a'.repeat(400))
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('the order of commands', () => {
  const go = command('Inbox')
  const light = command('Theme: light', { group: 'look', alsoFoundBy: 'day colour' })
  const dark = command('Theme: dark', { group: 'look', alsoFoundBy: 'night colour' })
  const pin = command('Pin it', { group: 'delivery' })
  const all = [go, light, dark, pin]

  test('with nothing typed, what was used last comes first, then the groups', () => {
    expect(shown(all, '', ['Theme: dark', 'gone since'])).toEqual([
      ['recent', 'Theme: dark'],
      ['delivery', 'Pin it'],
      ['go', 'Inbox'],
      ['look', 'Theme: light'],
    ])
  })

  test('with something typed, the group with the best answer comes first', () => {
    expect(shown(all, 'theme')).toEqual([['look', 'Theme: dark', 'Theme: light']])
    expect(shown(all, 'dark')[0]).toEqual(['look', 'Theme: dark'])
  })

  test('what was used last wins among equal answers', () => {
    expect(shown(all, 'theme', ['Theme: light'])).toEqual([['look', 'Theme: light', 'Theme: dark']])
  })

  test('a command is found by words that do not stand in its title', () => {
    expect(shown(all, 'night')).toEqual([['look', 'Theme: dark']])
    expect(shown(all, 'colour day')).toEqual([['look', 'Theme: light']])
  })

  test('letters strewn over a title are left out where another title fits far better', () => {
    const commands = [command('Contrast: high'), command('Create Document')]
    expect(shown(commands, 'contr')).toEqual([['go', 'Contrast: high']])
  })

  test('what was made of the typed text stays, behind what is called so', () => {
    const answer = command('Open delivery 12', { group: 'answer', answersQuery: true })
    expect(shown([answer, go], '12')).toEqual([['answer', 'Open delivery 12']])
    expect(shown([answer, go], 'inbox')).toEqual([
      ['go', 'Inbox'],
      ['answer', 'Open delivery 12'],
    ])
  })

  test('nothing fits: there is nothing', () => {
    expect(shown(all, 'qqq')).toEqual([])
  })
})

describe('who offers commands', () => {
  test('an offer holds until it is taken back', () => {
    const registry = createCommandRegistry()
    const stop = registry.register(() => [command('One')])
    registry.register(() => [command('Two')])
    expect(registry.all('').map(({ id }) => id)).toEqual(['One', 'Two'])
    stop()
    expect(registry.all('').map(({ id }) => id)).toEqual(['Two'])
  })

  test('of two commands with one id the later counts', () => {
    const registry = createCommandRegistry()
    registry.register(() => [command('Anywhere', { id: 'same' })])
    registry.register(() => [command('Here', { id: 'same' })])
    expect(registry.all('').map(({ title }) => title)).toEqual(['Here'])
  })

  test('offers are asked with what was typed', () => {
    const registry = createCommandRegistry()
    registry.register((query) => [command(`Find ${query}`)])
    expect(registry.all('x').map(({ title }) => title)).toEqual(['Find x'])
  })
})
