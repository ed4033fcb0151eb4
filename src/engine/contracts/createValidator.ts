import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { headerValues } from '../../shared/headers.ts'
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
/** A function, or why there is none. */
type Compiled = ValidateFunction | string
/** A form has texts only: what they stand for is up to the schema. */
type BodyKind = 'json' | 'form'

/**
 * Makes a function that validates deliveries against a contract. Schemas are compiled when they are first needed.
 * @param givenUp names of messages that are not tried, with the number of validations that did not finish
 */
export function createValidator(
  contract: LoadedContract,
  trace: ValidationTrace,
): (input: MatchInput, givenUp?: ReadonlyMap<string, number>) => Found {
  const match = createMatcher(contract)
  const compilers = new Map<string, Ajv>()
  const compiled = { json: new Map<ContractMessage, Compiled>(), form: new Map<ContractMessage, Compiled>() }
  const $defs = Object.fromEntries(contract.nodes.map(({ schema }, number) => [number, schema]))

  function compilerOf(dialect: Dialect, kind: BodyKind): Ajv {
    const key = `${dialect} ${kind}`
    const known = compilers.get(key)
    if (known !== undefined) return known
    const made = newCompiler(dialect, kind, trace)
    made.addSchema({ $id: schemasAddress, $defs }, undefined, false, false)
    compilers.set(key, made)
    return made
  }

  function validatorOf(message: ContractMessage, kind: BodyKind): Compiled {
    if (message.fault !== null) return message.fault
    const known = compiled[kind].get(message)
    if (known !== undefined) return known
    let made: Compiled
    try {
      made = compilerOf(message.dialect, kind).compile({ $ref: `${schemasAddress}#/$defs/${message.node}` })
    } catch (error) {
      if (error instanceof RangeError) made = 'it is nested too deep, or refers only to itself'
      else made = error instanceof Error ? error.message : String(error)
    }
    compiled[kind].set(message, made)
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
    const validate = validatorOf(message, kindOf(input))
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
    return { state: 'violated', ...head, ...violationsOf(validate.errors ?? [], $defs), why: null }
  }
}

const schemasAddress = 'contract:schemas'

function kindOf({ headers, body }: MatchInput): BodyKind {
  const [type = ''] = headerValues(headers, 'content-type')
  const isForm = /^\s*application\/x-www-form-urlencoded\b/i.test(type) && typeof body === 'object' && body !== null
  return isForm && Object.values(body).every((value) => typeof value === 'string') ? 'form' : 'json'
}

function newCompiler(dialect: Dialect, kind: BodyKind, trace: ValidationTrace): Ajv {
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
    coerceTypes: kind === 'form' ? 'array' : false,
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
  ): { test: (text: string) => boolean; source: string; flags: string; toString: () => string } => {
    const expression = patternOf(pattern, flags)
    return {
      source: pattern,
      flags,
      // Ajv makes each expression once, and knows it by this.
      toString: () => `/${pattern}/${flags}`,
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
