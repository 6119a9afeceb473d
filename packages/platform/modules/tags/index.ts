export { tagsModule } from "./module.ts";
