export { returnsModule } from "./module.ts";
