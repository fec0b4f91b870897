/** Strings of plots. */
export const plot = {
  empty: 'Nothing yet',
  unknown: '–',
  time: 'Time',
  table: 'As a table',
  tableOf: (title: string) => `${title} as a table`,
  explore: (title: string) => `${title} over time; the arrow keys go through it`,
}
