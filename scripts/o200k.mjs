// What bundle-vendor.mjs bundles of gpt-tokenizer; src/models/tokens/o200k.d.ts has its types.
export { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
