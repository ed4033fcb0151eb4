/** Whether one word is a slip of the other: one letter missing, too much, wrong, or two swapped. Pure. */
export function isNear(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  const [left, right] = [word.slice(start), other.slice(start)]
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
}
