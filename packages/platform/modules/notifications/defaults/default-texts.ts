import type { NotificationKind } from "@souk/contract";
import type { TemplateTexts } from "../rendering/texts.ts";
import { shippingConfirmation } from "./shipping-confirmation.ts";
import { shippingUpdate } from "./shipping-update.ts";

/** The texts of every email, as long as a store has none of its own. */
export const defaultTexts: Readonly<Record<NotificationKind, TemplateTexts>> = {
  shipping_confirmation: shippingConfirmation,
  shipping_update: shippingUpdate,
};
