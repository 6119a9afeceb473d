import { localStorageColorSchemeManager } from "@mantine/core";
import { schemeKey } from "./scheme-script.ts";

/** Keeps a person's choice of light, dark or the system's; the documents of the panels read it before they draw. */
export const schemeStore = localStorageColorSchemeManager({ key: schemeKey });
