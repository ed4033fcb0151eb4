/** How the shells of Windows read a text, by their documented rules: neither runs on the machines of these tests. */

/**
 * Arguments of programs called at the prompt of cmd.exe, one list for each command. Throws when
 * anything in it would be an operator or stand between quotes, where carets do not hold.
 * @param variables by their names in capitals
 */
export function readByCmd(text: string, variables: Readonly<Record<string, string>> = {}): string[][] {
  const commands: string[][] = []
  let line = ''
  for (const typed of text.split('\n')) {
    const { rest, goesOn } = withoutCarets(expanded(typed, variables))
    line += rest
    if (goesOn) continue
    if (line.trim() !== '' && !/^rem /i.test(line)) commands.push(readByRuntime(line))
    line = ''
  }
  if (line !== '') throw new Error('cmd would wait for more.')
  return commands
}

/** Between two percent signs stands the name of a variable; one that there is not stays as it was typed. */
function expanded(line: string, variables: Readonly<Record<string, string>>): string {
  let text = ''
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1
    // A colon begins what is done to the value: cut out, or put in the place of something.
    const name =
      line
        .slice(at + 1, end)
        .split(':')[0]
        ?.toUpperCase() ?? ''
    if (end === -1 || variables[name] === undefined) text += line[at]
    else {
      text += variables[name]
      at = end
    }
  }
  return text
}

function withoutCarets(line: string): { rest: string; goesOn: boolean } {
  let rest = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string
    if (sign === '^') {
      if (at === line.length - 1) return { rest, goesOn: true }
      rest += line[++at]
    } else if (/["&|<>()]/.test(sign) && !/^rem /i.test(line)) throw new Error(`cmd would act upon ${sign} in: ${line}`)
    else rest += sign
  }
  return { rest, goesOn: false }
}

/** The arguments as Microsoft's C runtime reads them out of a command line. */
function readByRuntime(line: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0
    if (slashes > 0 && line[at + slashes] === '"') {
      word = (word ?? '') + '\\'.repeat(Math.floor(slashes / 2))
      at += slashes
      if (slashes % 2 === 1) word += '"'
      else isQuoted = !isQuoted
    } else if (line[at] === '"') {
      word ??= ''
      isQuoted = !isQuoted
    } else if (line[at] === ' ' && !isQuoted) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + line[at]
  }
  if (isQuoted) throw new Error('A quote is not closed.')
  return word === null ? words : [...words, word]
}

/** A script with every text in single quotes taken out of it: what PowerShell would run, and the texts in order. */
export function readByPowershell(script: string): { code: string; texts: string[] } {
  const quote = /['\u2018-\u201b]/
  const texts: string[] = []
  let code = ''
  const withoutComments = script.replace(/^#.*\n/gm, '')
  for (let at = 0; at < withoutComments.length; at++) {
    const sign = withoutComments[at] as string
    if (!quote.test(sign)) {
      code += sign
      continue
    }
    let text = ''
    for (at++; ; at++) {
      if (at >= withoutComments.length) throw new Error('A quote is not closed.')
      const next = withoutComments[at] as string
      if (quote.test(next) && !quote.test(withoutComments[at + 1] ?? '')) break
      if (quote.test(next)) at++
      text += next
    }
    texts.push(text)
    code += `<${texts.length - 1}>`
  }
  return { code, texts }
}
