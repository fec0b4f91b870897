import { readFileSync } from 'node:fs'
import { staticPartsOf } from '../../models/static-embedder.ts'
import { createModel, type LinkModel } from './model.ts'

/** The model that ships with Earshot: `npm run train:link` writes its weights. */
export const LINK_MODEL: LinkModel = createModel(
  JSON.parse(readFileSync(new URL('./weights.json', import.meta.url), 'utf8')),
  staticPartsOf,
)
