import { localStorageColorSchemeManager } from "@mantine/core";

/**
 * Keeps a person's choice of light, dark or the system's. The documents of the panels read it before they draw
 * (scheme-script.js).
 */
export const schemeStore = localStorageColorSchemeManager({ key: "souk-color-scheme" });
