/* The part of gpt-tokenizer that we import; scripts/bundle-vendor.mjs bundles it, and copies the table of tokens. */

export { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
