/** Strings of plots. */
export const plot = {
  empty: 'None in this period',
  unknown: '–',
  time: 'Time',
  table: 'Show as table',
  tableOf: (title: string) => `${title} as a table`,
  explore: (title: string) => `${title} over time; use the arrow keys`,
}
