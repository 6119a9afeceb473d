export { createTokenReader, type ReadToken, type TokenReader, type TokenStoreRow } from "./token-reader.ts";
