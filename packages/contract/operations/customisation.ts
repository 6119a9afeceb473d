import { Type } from "typebox";
import {
  adminLinkExamples,
  curlExamples,
  scriptTagExamples,
  snippetExamples,
} from "../examples/customisation.ts";
import {
  adminLink,
  adminLinkCreate,
  adminLinkPlacements,
  adminLinkUpdate,
  curl,
  curlCreate,
  curlTopics,
  curlUpdate,
  scriptTag,
  scriptTagCreate,
  scriptTagUpdate,
  snippet,
  snippetCreate,
  snippetPlacements,
  snippetUpdate,
} from "../schemas/customisation.ts";
import { appRecordOperations } from "./app-records.ts";

const wrappedSnippet = Type.Object({ snippet });
const wrappedScriptTag = Type.Object({ script_tag: scriptTag });
const wrappedAdminLink = Type.Object({ admin_link: adminLink });
const wrappedCurl = Type.Object({ curl });

/** The operations of what apps put into a shop, by its kind. */
export const appRecordGroups = {
  snippets: appRecordOperations({
    plural: "snippets",
    singular: "snippet",
    one: "a snippet",
    many: "snippets",
    schemas: {
      record: snippet,
      wrapped: wrappedSnippet,
      made: wrappedSnippet,
      create: snippetCreate,
      update: snippetUpdate,
    },
    own: { field: { kind: "choice", of: snippetPlacements, description: "Only those of this placement." } },
    read: [["read_snippets"]],
    write: [["write_snippets"]],
    note: "Its HTML is put into the shop's pages at the placement that field names.",
    badge: "documented",
    clauses: ["SNP-1", "SNP-4"],
    examples: snippetExamples,
  }),
  script_tags: appRecordOperations({
    plural: "script_tags",
    singular: "script_tag",
    one: "a script tag",
    many: "script tags",
    schemas: {
      record: scriptTag,
      wrapped: wrappedScriptTag,
      made: wrappedScriptTag,
      create: scriptTagCreate,
      update: scriptTagUpdate,
    },
    own: { src: { kind: "text", maxLength: 2048, description: "Only those with exactly this address." } },
    read: [["read_script_tags"]],
    write: [["write_script_tags"]],
    note: "The script loads on the shop's pages and at the checkout. Its address begins with https://.",
    badge: "documented",
    clauses: ["SNP-2", "SNP-4"],
    examples: scriptTagExamples,
  }),
  admin_links: appRecordOperations({
    plural: "admin_links",
    singular: "admin_link",
    one: "an admin link",
    many: "admin links",
    schemas: {
      record: adminLink,
      wrapped: wrappedAdminLink,
      made: wrappedAdminLink,
      create: adminLinkCreate,
      update: adminLinkUpdate,
    },
    own: {
      placement: { kind: "choice", of: adminLinkPlacements, description: "Only those of this placement." },
    },
    read: [],
    write: [],
    note:
      "It opens the app as its App URL does, embedded or in a tab, with freshly signed parameters and the record's id " +
      "as id, or for a list those of the chosen records as ids, joined by commas. Only for an app that has an App URL.",
    badge: "decided",
    clauses: ["SNP-4", "INS-14"],
    examples: adminLinkExamples,
  }),
  curls: appRecordOperations({
    plural: "curls",
    singular: "curl",
    one: "a callback",
    many: "callbacks",
    schemas: {
      record: curl,
      wrapped: wrappedCurl,
      made: Type.Intersect([curl, wrappedCurl]),
      create: curlCreate,
      update: curlUpdate,
    },
    own: { topic: { kind: "choice", of: curlTopics, description: "Only this topic." } },
    read: [],
    write: [],
    note: "One URL per app and topic: repeating a topic replaces its URL.",
    badge: "decided",
    clauses: ["SNP-4"],
    examples: curlExamples,
  }),
} as const;

const { snippets, script_tags, admin_links, curls } = appRecordGroups;

export const customisationOperations = {
  createSnippet: snippets.create,
  listSnippets: snippets.list,
  countSnippets: snippets.count,
  getSnippet: snippets.get,
  updateSnippet: snippets.update,
  deleteSnippet: snippets.delete,
  createScriptTag: script_tags.create,
  listScriptTags: script_tags.list,
  countScriptTags: script_tags.count,
  getScriptTag: script_tags.get,
  updateScriptTag: script_tags.update,
  deleteScriptTag: script_tags.delete,
  createAdminLink: admin_links.create,
  listAdminLinks: admin_links.list,
  countAdminLinks: admin_links.count,
  getAdminLink: admin_links.get,
  updateAdminLink: admin_links.update,
  deleteAdminLink: admin_links.delete,
  createCurl: curls.create,
  listCurls: curls.list,
  countCurls: curls.count,
  getCurl: curls.get,
  updateCurl: curls.update,
  deleteCurl: curls.delete,
} as const;
