/** What the program reads besides its code: the compiler leaves it behind. Below src. */
export const DATA_FILES = [
  'db/migrations',
  'engine/link/weights.json',
  'models/static/NOTICE.md',
  'models/static/pieces.txt',
  'models/static/vectors.bin',
]
