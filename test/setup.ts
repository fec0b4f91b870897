import fc from 'fast-check'
import { isDeep } from './depth.ts'

/* Property tests try the same values in every run of `npm test`, so that a failure is of the change at hand, and new ones
 * in `npm run test:deep`. */
if (!isDeep) fc.configureGlobal({ seed: 20 })
