/** The part of an HTML template that shows the tracking and the items of a shipment. */
export const shipmentHtml = `
{% if fulfillment.tracking_url != "" -%}
<p style="margin: 24px 0"><a href="{{ fulfillment.tracking_url }}" style="display: inline-block; padding: 12px 20px; border-radius: 6px; background: #1f5f5b; color: #ffffff; text-decoration: none">Track shipment</a></p>
{% endif -%}
{% if fulfillment.tracking_number != "" -%}
<p style="margin: 0 0 16px">{{ fulfillment.tracking_company | default: "Tracking number" }}: <strong>{{ fulfillment.tracking_number }}</strong></p>
{% endif -%}
<h2 style="margin: 24px 0 8px; font-size: 16px">Items in this shipment</h2>
<table role="presentation" style="width: 100%; border-collapse: collapse">
{%- for item in fulfillment.line_items %}
<tr>
<td style="padding: 8px 0; border-top: 1px solid #e3e2de">{{ item.name }}</td>
<td style="padding: 8px 0 8px 16px; border-top: 1px solid #e3e2de; text-align: right; white-space: nowrap">&times; {{ item.quantity }}</td>
</tr>
{%- endfor %}
</table>
`;

/** The part of a plain-text template that shows the tracking and the items of a shipment. */
export const shipmentText = `
{%- if fulfillment.tracking_number != "" %}
{{ fulfillment.tracking_company | default: "Tracking number" }}: {{ fulfillment.tracking_number }}
{% endif %}
{%- if fulfillment.tracking_url != "" %}
Track shipment: {{ fulfillment.tracking_url }}
{% endif %}
Items in this shipment:
{% for item in fulfillment.line_items %}
  {{ item.quantity }} x {{ item.name }}
{%- endfor %}

{{ shop.name }}
https://{{ shop.domain }}
`;
