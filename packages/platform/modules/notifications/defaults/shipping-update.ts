import type { TemplateTexts } from "../rendering/texts.ts";
import { wrapInLayout } from "./email-layout.ts";
import { shipmentHtml, shipmentText } from "./shipment-texts.ts";

/** The default texts of the email that tells a customer that the tracking of a shipment has changed. */
export const shippingUpdate: TemplateTexts = {
  subject: "Shipping update for order {{ order.order_number }}",
  body_html: wrapInLayout(`
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">Your tracking information has changed</h1>
<p style="margin: 0 0 16px">Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %}, the tracking information of a shipment of your order {{ order.order_number }} has changed.</p>
${shipmentHtml}`),
  body_text: `Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %},

the tracking information of a shipment of your order {{ order.order_number }} has changed.
${shipmentText}`,
};
