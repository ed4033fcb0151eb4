import { z } from 'zod'
import { type Coded, coded } from './coded.ts'

const filterCodes = {
  'filter-word-empty': z.object({ word: z.string() }),
  'filter-value-missing': z.object({ key: z.string() }),
  'filter-moment-unreadable': z.object({ key: z.string(), word: z.string() }),
  /** `nearest`: the value or key that may be meant, or null. */
  'filter-value-unknown': z.object({
    key: z.string(),
    value: z.string(),
    nearest: z.string().nullable(),
    known: z.array(z.string()),
  }),
  'filter-field-unreadable': z.object({
    word: z.string(),
    problem: z.enum(['path-missing', 'value-missing', 'operator-unknown', 'not-comparable']),
  }),
  'filter-key-unknown': z.object({ key: z.string(), nearest: z.string().nullable(), known: z.array(z.string()) }),
}

/** Why a filter cannot be read. */
export type FilterReason = Coded<typeof filterCodes>

export interface FilterReasonSchema extends z.ZodType<FilterReason> {}
export const filterReasonSchema: FilterReasonSchema = coded(filterCodes)
