// The compiler carries over code only; the migrations' SQL goes along by hand.
import { cpSync } from 'node:fs'

cpSync('src/db/migrations', 'dist/db/migrations', { recursive: true })
