const one = { params: { kind: "shipping_confirmation" } } as const;
const subject = { notification_template: { subject: "News of {{ order.order_number }}" } };

/** Sample calls of the operations on the emails that customers get. */
export const notificationSamples = {
  "notification_templates.list": () => ({}),
  "notification_templates.get": () => one,
  "notification_templates.update": () => ({ ...one, body: subject }),
  "notification_templates.reset": () => one,
  "notification_templates.preview": () => ({ ...one, body: subject }),
  "notification_templates.test": () => ({ ...one, body: subject }),
};
