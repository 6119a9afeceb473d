import type { TemplateTexts } from "../rendering/texts.ts";
import { wrapInLayout } from "./email-layout.ts";
import { parcelHtml, parcelText } from "./shipment-block.ts";

/** The email about an order, or a part of it, that is on its way. */
export const shippingConfirmation: TemplateTexts = {
  subject: "Your order {{ order.order_number }} is on its way",
  body_html: wrapInLayout(`
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">Your order is on its way</h1>
<p style="margin: 0 0 16px">Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %}, items of your order {{ order.order_number }} have shipped.</p>
${parcelHtml}`),
  body_text: `Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %},

items of your order {{ order.order_number }} have shipped.
${parcelText}`,
};
