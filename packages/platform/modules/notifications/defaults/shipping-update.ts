import type { TemplateTexts } from "../rendering/texts.ts";
import { letter } from "./letter.ts";
import { parcelHtml, parcelText } from "./parcel.ts";

/** Tells a customer that a parcel is to be followed in another way than they were told. */
export const shippingUpdate: TemplateTexts = {
  subject: "News of your order {{ order.order_number }}",
  body_html: letter(`
<h1 style="margin: 0 0 16px; font-size: 24px; line-height: 1.25">News of your parcel</h1>
<p style="margin: 0 0 16px">Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %}, the tracking of a parcel of your order {{ order.order_number }} has changed.</p>
${parcelHtml}`),
  body_text: `Hello{% if order.customer_name != "" %} {{ order.customer_name }}{% endif %},

the tracking of a parcel of your order {{ order.order_number }} has changed.
${parcelText}`,
};
