// Makes the pictures of the README anew, from the demo chat: npm run screenshots
import { buildAndRun } from './build-and-run.mjs'

buildAndRun('.cache/screenshots', 'test/console/screenshots.ts', [])
