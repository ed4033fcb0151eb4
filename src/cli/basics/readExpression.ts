import { parseDeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import { UsageProblem } from '../../host/shells/exitCodes.ts'
import { unknownKeyReason } from '../../shared/filter/unknownFilterKey.ts'
import { filterSentence } from '../../shared/words/filters.ts'

const forms = `words such as verdict:valid type:Payment action:create id:ID status:done|failed is:late "some text", with - or ! before what must not be`

/**
 * Looks whether an expression of a command line can be read, and answers it as it is. Throws UsageProblem.
 * @param name of the argument or option
 */
export function readExpression(name: string, text: string): string {
  const { problem, unknownKeys } = parseDeliveryFilter(text, Date.now())
  const wrong = (why: string) => new UsageProblem(`${name} is "${text}". ${why} It takes ${forms}.`)
  if (problem !== null) throw wrong(filterSentence(problem))
  const [unknown] = unknownKeys
  // As a word a slip would never match, and the command would wait for nothing.
  if (unknown !== undefined) throw wrong(filterSentence(unknownKeyReason(unknown)))
  return text
}
