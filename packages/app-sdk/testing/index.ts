export { type StoreCheck, type StoreUnderTest, tokenStoreBattery } from "./token-store-battery.ts";
