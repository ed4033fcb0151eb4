import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ContractResult } from '../../shared/wireTypes.ts'
import type { ContractMessage, LoadedContract } from './loadContract.ts'
import { createMatcher, type MatchInput } from './matchMessage.ts'
import type { Dialect } from './readMessages.ts'
import { patternOf } from './patternOf.ts'
import { violationsOf } from './violations.ts'

/** Follows what a validation does, so that the reason is known where it has to be ended. */
export interface ValidationTrace {
  /** The message was found. Its schema is compiled next, which may take a while. */
  matched(message: ContractMessage, how: Matched): void
  /** The schema is compiled: from now on only the delivery takes time. */
  compiled(): void
  /** A pattern is to be matched from now on; null: it has been. */
  matching(pattern: string | null): void
}

type Found = Omit<ContractResult, 'reason'>
type Matched = NonNullable<ContractResult['matched']>

/**
 * Makes a function that validates deliveries against a contract. Schemas are compiled when they are first needed.
 * @param givenUp names of messages that are not tried, with the number of validations that did not finish
 */
export function createValidator(
  contract: LoadedContract,
  trace: ValidationTrace,
): (input: MatchInput, givenUp?: ReadonlyMap<string, number>) => Found {
  const match = createMatcher(contract)
  const compilers = new Map<Dialect, Ajv>()
  const compiled = new Map<ContractMessage, ValidateFunction | string>()
  const $defs = Object.fromEntries(contract.nodes.map(({ schema }, number) => [number, schema]))

  function compilerOf(dialect: Dialect): Ajv {
    const known = compilers.get(dialect)
    if (known !== undefined) return known
    const made = newCompiler(dialect, trace)
    made.addSchema({ $id: schemasAddress, $defs }, undefined, false, false)
    compilers.set(dialect, made)
    return made
  }

  function validatorOf(message: ContractMessage): ValidateFunction | string {
    if (message.fault !== null) return message.fault
    const known = compiled.get(message)
    if (known !== undefined) return known
    let made: ValidateFunction | string
    try {
      made = compilerOf(message.dialect).compile({ $ref: `${schemasAddress}#/$defs/${message.node}` })
    } catch (error) {
      made = error instanceof Error ? error.message : String(error)
    }
    compiled.set(message, made)
    return made
  }

  return (input, givenUp) => {
    const found = match(input)
    const none = { violations: [], more: 0 }
    if (found.message === null) return { state: 'unmatched', message: null, matched: null, ...none, why: found.why }
    const { message, matched } = found
    const head = { message: message.name, matched }
    const times = givenUp?.get(message.name)
    if (times !== undefined) {
      return { state: 'unfinished', ...head, ...none, why: { code: 'validation-given-up', fields: { times } } }
    }
    trace.matched(message, matched)
    const validate = validatorOf(message)
    if (typeof validate === 'string') {
      return { state: 'unfinished', ...head, ...none, why: { code: 'schema-unusable', fields: { detail: validate } } }
    }
    trace.compiled()
    if (input.body === undefined) {
      const violation = {
        pointer: '',
        rule: 'json',
        expected: 'a JSON body',
        found: input.isEmpty === true ? null : 'a body that is no JSON',
      }
      return { state: 'violated', ...head, violations: [violation], more: 0, why: null }
    }
    const isValid = validate(input.body)
    if (isValid) return { state: 'held', ...head, ...none, why: null }
    return { state: 'violated', ...head, ...violationsOf(validate.errors ?? []), why: null }
  }
}

const schemasAddress = 'contract:schemas'

function newCompiler(dialect: Dialect, trace: ValidationTrace): Ajv {
  const options: Options = {
    strict: false,
    logger: false,
    allErrors: true,
    verbose: true,
    // Schemas were checked when the contract was read.
    validateSchema: false,
    inlineRefs: false,
    // 19.99 is a multiple of 0.01, though 19.99 / 0.01 is not whole as a double.
    multipleOfPrecision: 6,
    // Every object inherits a member named `constructor`: that is none of the body.
    ownProperties: true,
    code: { regExp: tracedPatterns(trace) },
  }
  const made = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options)
  addFormats.default(made)
  return made
}

/** Regular expressions that report when they are matched: one that explodes is then known by its name. */
function tracedPatterns(trace: ValidationTrace) {
  const engine = (
    pattern: string,
    flags: string,
  ): { test: (text: string) => boolean; source: string; flags: string } => {
    const expression = patternOf(pattern, flags)
    return {
      source: pattern,
      flags,
      test(text) {
        trace.matching(pattern)
        const fits = expression.test(text)
        trace.matching(null)
        return fits
      },
    }
  }
  return Object.assign(engine, { code: 'new RegExp' })
}
