import { createTexts } from "./i18n/create-texts.ts";
import { messages } from "./messages/en.ts";

/** The texts of the components that the panels share. */
export const texts = createTexts(messages);
