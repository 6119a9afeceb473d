export { type TokenStoreTest, type TokenStoreUnderTest, tokenStoreTests } from "./token-store-tests.ts";
