export { BridgeError, type BridgeErrorCode } from "./bridge-error.ts";
export { createSouk, type Souk, type SoukOptions } from "./souk.ts";
