const one = { params: { kind: "shipping_confirmation" } } as const;
const subject = { notification_template: { subject: "News of {{ order.order_number }}" } };

/** How the operations about the mails that customers get are called. */
export const notificationSamples = {
  "notification_templates.list": () => ({}),
  "notification_templates.get": () => one,
  "notification_templates.update": () => ({ ...one, body: subject }),
  "notification_templates.reset": () => one,
  "notification_templates.preview": () => ({ ...one, body: subject }),
  "notification_templates.test": () => ({ ...one, body: subject }),
};
