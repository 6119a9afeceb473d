const templateSample = { params: { kind: "shipping_confirmation" } } as const;
const templateBody = { notification_template: { subject: "News about {{ order.order_number }}" } };

/** Sample calls of the operations for the templates of customer emails. */
export const notificationSamples = {
  "notification_templates.list": () => ({}),
  "notification_templates.get": () => templateSample,
  "notification_templates.update": () => ({ ...templateSample, body: templateBody }),
  "notification_templates.reset": () => templateSample,
  "notification_templates.preview": () => ({ ...templateSample, body: templateBody }),
  "notification_templates.test": () => ({ ...templateSample, body: templateBody }),
};
