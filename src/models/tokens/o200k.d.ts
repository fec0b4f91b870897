/* The parts of gpt-tokenizer that we use; scripts/bundle-vendor.mjs bundles them. */

export { default as ranks } from 'gpt-tokenizer/bpeRanks/o200k_base'
export { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
