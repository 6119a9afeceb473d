import { Type } from "typebox";
import {
  adminLinkExamples,
  curlExamples,
  scriptTagExamples,
  snippetExamples,
} from "../examples/customization.ts";
import {
  adminLink,
  adminLinkCreate,
  adminLinkPlacements,
  adminLinkUpdate,
  callbackTopics,
  curl,
  curlCreate,
  curlUpdate,
  scriptTag,
  scriptTagCreate,
  scriptTagUpdate,
  snippet,
  snippetCreate,
  snippetPlacements,
  snippetUpdate,
} from "../schemas/customization.ts";
import { createAppRecordOperations } from "./app-records.ts";

const wrappedSnippet = Type.Object({ snippet });
const wrappedScriptTag = Type.Object({ script_tag: scriptTag });
const wrappedAdminLink = Type.Object({ admin_link: adminLink });
const wrappedCallback = Type.Object({ curl });

/** Operations for the records that apps add to a store, by kind of record. */
export const appRecordGroups = {
  snippets: createAppRecordOperations({
    plural: "snippets",
    singular: "snippet",
    singularLabel: "a snippet",
    pluralLabel: "snippets",
    schemas: {
      record: snippet,
      recordResponse: wrappedSnippet,
      createResponse: wrappedSnippet,
      create: snippetCreate,
      update: snippetUpdate,
    },
    filters: {
      field: { kind: "choice", of: snippetPlacements, description: "Returns snippets of this placement." },
    },
    readScopes: [["read_snippets"]],
    writeScopes: [["write_snippets"]],
    createDescription:
      "The HTML in `value` is inserted into the store's pages at the placement named by `field`.",
    definedBy: "interface",
    clauses: ["SNP-1", "SNP-4"],
    examples: snippetExamples,
  }),
  script_tags: createAppRecordOperations({
    plural: "script_tags",
    singular: "script_tag",
    singularLabel: "a script tag",
    pluralLabel: "script tags",
    schemas: {
      record: scriptTag,
      recordResponse: wrappedScriptTag,
      createResponse: wrappedScriptTag,
      create: scriptTagCreate,
      update: scriptTagUpdate,
    },
    filters: {
      src: { kind: "text", maxLength: 2048, description: "Returns script tags with exactly this URL." },
    },
    readScopes: [["read_script_tags"]],
    writeScopes: [["write_script_tags"]],
    createDescription: "The script is loaded on storefront and checkout pages. `src` must be an HTTPS URL.",
    definedBy: "interface",
    clauses: ["SNP-2", "SNP-4"],
    examples: scriptTagExamples,
  }),
  admin_links: createAppRecordOperations({
    plural: "admin_links",
    singular: "admin_link",
    singularLabel: "an admin link",
    pluralLabel: "admin links",
    schemas: {
      record: adminLink,
      recordResponse: wrappedAdminLink,
      createResponse: wrappedAdminLink,
      create: adminLinkCreate,
      update: adminLinkUpdate,
    },
    filters: {
      placement: {
        kind: "choice",
        of: adminLinkPlacements,
        description: "Returns admin links of this placement.",
      },
    },
    readScopes: [],
    writeScopes: [],
    createDescription:
      "The link opens the app like its App URL, embedded or in a new tab, with freshly signed parameters. They include " +
      "`id` if the link is on a detail page, or `ids`, the selected ids separated by commas, if it is on a list. " +
      "The app must have an App URL.",
    definedBy: "souk",
    clauses: ["SNP-4", "INS-14"],
    examples: adminLinkExamples,
  }),
  curls: createAppRecordOperations({
    plural: "curls",
    singular: "curl",
    singularLabel: "a callback",
    pluralLabel: "callbacks",
    schemas: {
      record: curl,
      recordResponse: wrappedCallback,
      createResponse: Type.Intersect([curl, wrappedCallback]),
      create: curlCreate,
      update: curlUpdate,
    },
    filters: {
      topic: { kind: "choice", of: callbackTopics, description: "Returns the callback of this topic." },
    },
    readScopes: [],
    writeScopes: [],
    createDescription:
      "An app has one URL per topic. If the topic already has a URL, the new URL replaces it.",
    definedBy: "souk",
    clauses: ["SNP-4"],
    examples: curlExamples,
  }),
} as const;

const { snippets, script_tags, admin_links, curls: callbacks } = appRecordGroups;

export const customizationOperations = {
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
  createCurl: callbacks.create,
  listCurls: callbacks.list,
  countCurls: callbacks.count,
  getCurl: callbacks.get,
  updateCurl: callbacks.update,
  deleteCurl: callbacks.delete,
} as const;
