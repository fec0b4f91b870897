// The compiler carries over code only; the migrations' SQL and the link model's weights go along by hand.
import { cpSync } from 'node:fs'

cpSync('src/db/migrations', 'dist/db/migrations', { recursive: true })
cpSync('src/engine/link/weights.json', 'dist/engine/link/weights.json')
