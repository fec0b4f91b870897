// Trains the topic net: npm run train:topics -- [--data DIRECTORY] [--check]; see train/topics/README.md.
import { join } from 'node:path'
import { buildAndRun } from './build-and-run.mjs'

const home = join('.cache', `train-topics-${process.pid}`)
buildAndRun(home, 'train/topics/run.ts', process.argv.slice(2))
