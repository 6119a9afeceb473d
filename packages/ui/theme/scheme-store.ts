import { localStorageColorSchemeManager } from "@mantine/core";

/** Where a person's choice of light, dark or the system's is kept; the documents of the panels read it before they draw. */
export const schemeStore = localStorageColorSchemeManager({ key: "souk-color-scheme" });
