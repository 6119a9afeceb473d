export { openStorage, type Storage, type StorageOptions } from "./open-storage.ts";
export { StartError } from "./start-error.ts";
