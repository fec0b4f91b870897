/** The months, January first, as English abbreviates them. */
export const MONTHS: readonly string[] = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]
