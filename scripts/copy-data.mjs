// The compiler carries over code only; what the program reads besides goes along by hand.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_FILES } from './data-files.mjs'

for (const path of DATA_FILES) cpSync(join('src', path), join('dist', path), { recursive: true })
