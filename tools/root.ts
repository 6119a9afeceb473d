import { resolve } from "node:path";

/** The project's root folder. */
export const root: string = resolve(import.meta.dirname, "..");
