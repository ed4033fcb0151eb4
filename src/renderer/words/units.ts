/** Units, months, and how near a time is. */
export const unitWords = {
  bytes: (amount: string | number) => `${amount} B`,
  manyBytes: ['kB', 'MB', 'GB'],
  ms: (amount: string | number) => `${amount} ms`,
  seconds: (amount: string | number) => `${amount} s`,
  minutes: (amount: string | number) => `${amount} min`,
  hours: (amount: string | number) => `${amount} h`,
  days: (amount: string | number) => `${amount} d`,
  justNow: 'just now',
  ago: (duration: string) => `${duration} ago`,
  in: (duration: string) => `in ${duration}`,
  day: (day: number, month: string) => `${day} ${month}`,
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const
