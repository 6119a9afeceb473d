export { secretKeysModule } from "./module.ts";
