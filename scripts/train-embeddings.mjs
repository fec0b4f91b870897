// Makes the embedding table: npm run train:embeddings -- --model DIRECTORY --runtime DIRECTORY [OPTIONS];
// see train/embeddings/README.md.
import { join } from 'node:path'
import { buildAndRun } from './build-and-run.mjs'

const home = join('.cache', `train-embeddings-${process.pid}`)
buildAndRun(home, 'train/embeddings/run.ts', process.argv.slice(2))
