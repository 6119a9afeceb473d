import { createTexts } from "@souk/ui/i18n";
import { messages } from "./messages/en.ts";

/** The texts of the admin and the staff console. */
export const texts = createTexts(messages);
