import type { NotificationKind } from "@souk/contract";
import type { TemplateTexts } from "../rendering/texts.ts";
import { shippingConfirmation } from "./shipping-confirmation.ts";
import { shippingUpdate } from "./shipping-update.ts";

/** The default texts of each kind of email, which are used if a store has not edited them. */
export const defaultTexts: Readonly<Record<NotificationKind, TemplateTexts>> = {
  shipping_confirmation: shippingConfirmation,
  shipping_update: shippingUpdate,
};
