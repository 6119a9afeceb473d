import type { TemplateTexts } from "../rendering/texts.ts";
import { wrapInLayout } from "./email-layout.ts";
import { shipmentHtml, shipmentText } from "./shipment-texts.ts";

/** The default texts of the email that tells a customer that items of an order have shipped. */
export const shippingConfirmation: TemplateTexts = {
  subject: "Your order {{ order.order_number }} is on its way",
  body_html: wrapInLayout(`
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">Your order is on its way</h1>
<p style="margin: 0 0 16px">Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %}, items of your order {{ order.order_number }} have shipped.</p>
${shipmentHtml}`),
  body_text: `Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %},

items of your order {{ order.order_number }} have shipped.
${shipmentText}`,
};
