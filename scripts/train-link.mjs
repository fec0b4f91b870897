// Trains the link model: npm run train:link -- --data DIRECTORY [OPTIONS]; see train/link/README.md.
import { join } from 'node:path'
import { buildAndRun } from './build-and-run.mjs'

buildAndRun(join('.cache', `train-link-${process.pid}`), 'train/link/run.ts', process.argv.slice(2))
