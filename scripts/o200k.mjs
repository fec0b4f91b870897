// What bundle-vendor.mjs bundles of gpt-tokenizer; src/models/tokens/o200k.d.ts has its types.
export { default as ranks } from 'gpt-tokenizer/bpeRanks/o200k_base'
export { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
