import type { TemplateTexts } from "../rendering/texts.ts";
import { letter } from "./letter.ts";
import { parcelHtml, parcelText } from "./parcel.ts";

/** Tells a customer that their order, or a part of it, is on its way. */
export const shippingConfirmation: TemplateTexts = {
  subject: "Your order {{ order.order_number }} is on its way",
  body_html: letter(`
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">Your order is on its way</h1>
<p style="margin: 0 0 16px">Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %}, we have shipped a parcel of your order {{ order.order_number }}.</p>
${parcelHtml}`),
  body_text: `Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %},

we have shipped a parcel of your order {{ order.order_number }}.
${parcelText}`,
};
