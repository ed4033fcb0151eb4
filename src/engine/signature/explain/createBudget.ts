import type { Budget } from './types.ts'

/** The rest of a budget, shared by everything that hashes. */
export interface BudgetLeft {
  /** Takes bytes that are about to be hashed; false when they, or the time, are no longer there. */
  spend(bytes: number): boolean
  isSpent(): boolean
}

/** Opens the budget of one explanation. */
export function createBudget(budget: Budget): BudgetLeft {
  let left = budget.bytes
  let spent = false
  const isSpent = () => spent || (spent = budget.isSpent())
  return {
    isSpent,
    spend(bytes) {
      if (isSpent() || bytes > left) return false
      left -= bytes
      return true
    },
  }
}
