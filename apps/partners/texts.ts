import { createTexts } from "@souk/ui/i18n";
import { messages } from "./messages/en.ts";

/** The texts of the partner dashboard. */
export const texts = createTexts(messages);
