export { metafieldsModule } from "./module.ts";
