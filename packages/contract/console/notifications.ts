import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import {
  emailLimits,
  notificationParam,
  notificationPreview,
  notificationTemplate,
  notificationTemplateUpdate,
  notificationTest,
  notificationTextsInput,
} from "../schemas/notification.ts";

const consoleOperation = { surface: "store_console", auth: "session", query: {}, definedBy: "souk" } as const;
const readOperation = { ...consoleOperation, scopes: [["read_store"]], rights: [["settings.view"]] } as const;
const writeOperation = {
  ...consoleOperation,
  scopes: [["write_store"]],
  rights: [["settings.edit"]],
} as const;
const templateResponse = Type.Object({ notification_template: notificationTemplate });
const rateLimitNote =
  "Rendering is rate limited: an account can render 20 times at once and then twice per second. Further requests " +
  "get 429 with Retry-After.";
const errors = ["not_signed_in", "not_allowed", "not_found", "csrf_failed"] as const;

export const notificationOperations = {
  listNotificationTemplates: defineOperation({
    ...readOperation,
    id: "notification_templates.list",
    method: "GET",
    path: "/notification_templates.json",
    params: noParams,
    response: Type.Object({
      notification_templates: Type.Array(notificationTemplate),
      email_limits: emailLimits,
    }),
    errors: ["not_signed_in", "not_allowed"],
    summary: "List customer notifications",
    clauses: [],
  }),
  getNotificationTemplate: defineOperation({
    ...readOperation,
    id: "notification_templates.get",
    method: "GET",
    path: "/notification_templates/:kind.json",
    params: notificationParam,
    response: templateResponse,
    errors: ["not_signed_in", "not_allowed", "not_found"],
    summary: "Get a customer notification",
    clauses: [],
  }),
  updateNotificationTemplate: defineOperation({
    ...writeOperation,
    id: "notification_templates.update",
    method: "PUT",
    path: "/notification_templates/:kind.json",
    params: notificationParam,
    body: notificationTemplateUpdate,
    wrapper: "notification_template",
    response: templateResponse,
    errors: [...errors, "invalid"],
    summary: "Update a customer notification",
    description:
      "Omitted fields are left unchanged. A text that is not a valid template, or that cannot be rendered with " +
      "example data in time, is rejected with the number of the line. A text equal to the default is stored as the " +
      "default. " +
      rateLimitNote,
    clauses: [],
  }),
  resetNotificationTemplate: defineOperation({
    ...writeOperation,
    id: "notification_templates.reset",
    method: "DELETE",
    path: "/notification_templates/:kind.json",
    params: notificationParam,
    response: templateResponse,
    errors,
    summary: "Reset a customer notification",
    description: "Restores the default texts and enables the email.",
    clauses: [],
  }),
  previewNotificationTemplate: defineOperation({
    ...readOperation,
    id: "notification_templates.preview",
    method: "POST",
    path: "/notification_templates/:kind/preview.json",
    params: notificationParam,
    body: notificationTextsInput,
    wrapper: "notification_template",
    response: Type.Object({ preview: notificationPreview }),
    errors: [...errors, "invalid"],
    summary: "Preview a customer notification",
    description: `Renders the texts in the request, without saving them. ${rateLimitNote}`,
    clauses: [],
  }),
  testNotificationTemplate: defineOperation({
    ...writeOperation,
    id: "notification_templates.test",
    method: "POST",
    path: "/notification_templates/:kind/test.json",
    params: notificationParam,
    body: notificationTextsInput,
    wrapper: "notification_template",
    response: Type.Object({ test: notificationTest }),
    errors: [...errors, "email_not_verified", "invalid"],
    summary: "Send a test of a customer notification",
    description:
      "Renders the texts in the request, without saving them, and emails the result to the signed-in person. Within 24 hours " +
      "an email address receives at most 20 tests from all stores, and a store sends at most 100. Further requests get " +
      `429 with Retry-After. ${rateLimitNote}`,
    clauses: [],
  }),
} as const;
