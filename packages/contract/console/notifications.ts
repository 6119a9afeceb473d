import { Type } from "typebox";
import { operation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import {
  notificationParam,
  notificationPreview,
  notificationTemplate,
  notificationTemplateUpdate,
  notificationTest,
  notificationTrial,
} from "../schemas/notification.ts";

const people = { surface: "shop_console", caller: "session", query: {}, badge: "decided" } as const;
const reading = { ...people, scopes: [["read_store"]] } as const;
const writing = { ...people, scopes: [["write_store"]] } as const;
const template = Type.Object({ notification_template: notificationTemplate });
const pace =
  "Trying texts takes time that everybody waits for: an account does so 20 times at once and then twice a second (half of what " +
  "an app may ask), and beyond that is answered 429 with Retry-After.";
const refusals = ["not_signed_in", "not_allowed", "not_found", "csrf_failed"] as const;

export const notificationOperations = {
  listNotificationTemplates: operation({
    ...reading,
    id: "notification_templates.list",
    method: "GET",
    path: "/notification_templates.json",
    params: noParams,
    answer: Type.Object({ notification_templates: Type.Array(notificationTemplate) }),
    refusals: ["not_signed_in", "not_allowed"],
    summary: "List the mails that customers get",
    clauses: [],
  }),
  getNotificationTemplate: operation({
    ...reading,
    id: "notification_templates.get",
    method: "GET",
    path: "/notification_templates/:kind.json",
    params: notificationParam,
    answer: template,
    refusals: ["not_signed_in", "not_allowed", "not_found"],
    summary: "Get the template of a mail that customers get",
    clauses: [],
  }),
  updateNotificationTemplate: operation({
    ...writing,
    id: "notification_templates.update",
    method: "PUT",
    path: "/notification_templates/:kind.json",
    params: notificationParam,
    body: notificationTemplateUpdate,
    wrapper: "notification_template",
    answer: template,
    refusals: [...refusals, "invalid"],
    summary: "Edit the template of a mail that customers get",
    description:
      "Only the fields that are sent are changed. A text that is no template, or that cannot be filled with an example in " +
      "time, is refused with the line at fault named. A text that is the default's is kept as such. " +
      pace,
    clauses: [],
  }),
  resetNotificationTemplate: operation({
    ...writing,
    id: "notification_templates.reset",
    method: "DELETE",
    path: "/notification_templates/:kind.json",
    params: notificationParam,
    answer: template,
    refusals,
    summary: "Reset the template of a mail to its default",
    description: "Its texts are the default's from then on, and it is sent.",
    clauses: [],
  }),
  previewNotificationTemplate: operation({
    ...reading,
    id: "notification_templates.preview",
    method: "POST",
    path: "/notification_templates/:kind/preview.json",
    params: notificationParam,
    body: notificationTrial,
    wrapper: "notification_template",
    answer: Type.Object({ preview: notificationPreview }),
    refusals: [...refusals, "invalid"],
    summary: "See what a template makes of an example",
    description: `Of the texts that are sent, which are not saved. ${pace}`,
    clauses: [],
  }),
  testNotificationTemplate: operation({
    ...writing,
    id: "notification_templates.test",
    method: "POST",
    path: "/notification_templates/:kind/test.json",
    params: notificationParam,
    body: notificationTrial,
    wrapper: "notification_template",
    answer: Type.Object({ test: notificationTest }),
    refusals: [...refusals, "invalid"],
    summary: "Mail what a template makes of an example to oneself",
    description:
      "Of the texts that are sent, which are not saved. Within 24 hours an address is sent at most 20 tests, from any shop, and " +
      `a shop sends at most 100; beyond that the answer is 429 with Retry-After. ${pace}`,
    clauses: [],
  }),
} as const;
