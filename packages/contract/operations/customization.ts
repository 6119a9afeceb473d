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
} from "../schemas/customization.ts";
import { appRecordOperations } from "./app-records.ts";

const wrappedSnippet = Type.Object({ snippet });
const wrappedScriptTag = Type.Object({ script_tag: scriptTag });
const wrappedAdminLink = Type.Object({ admin_link: adminLink });
const wrappedCurl = Type.Object({ curl });

/** Operations of the records that apps add to a store, by record kind. */
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
    own: {
      field: { kind: "choice", of: snippetPlacements, description: "Returns snippets of this placement." },
    },
    read: [["read_snippets"]],
    write: [["write_snippets"]],
    note: "The HTML in `value` is inserted into the store's pages at the placement named by `field`.",
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
    own: {
      src: { kind: "text", maxLength: 2048, description: "Returns script tags with exactly this URL." },
    },
    read: [["read_script_tags"]],
    write: [["write_script_tags"]],
    note: "The script is loaded on storefront and checkout pages. `src` must be an HTTPS URL.",
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
      placement: {
        kind: "choice",
        of: adminLinkPlacements,
        description: "Returns admin links of this placement.",
      },
    },
    read: [],
    write: [],
    note:
      "Opens the app like its App URL, embedded or in a new tab, with freshly signed parameters. A link on a " +
      "record's page carries `id`; a link on a list carries `ids`, the selected ids separated by commas. The app " +
      "must have an App URL.",
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
    own: { topic: { kind: "choice", of: curlTopics, description: "Returns the callback of this topic." } },
    read: [],
    write: [],
    note: "One URL is stored per app and topic: repeating a topic replaces its URL.",
    badge: "decided",
    clauses: ["SNP-4"],
    examples: curlExamples,
  }),
} as const;

const { snippets, script_tags, admin_links, curls } = appRecordGroups;

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
  createCurl: curls.create,
  listCurls: curls.list,
  countCurls: curls.count,
  getCurl: curls.get,
  updateCurl: curls.update,
  deleteCurl: curls.delete,
} as const;
