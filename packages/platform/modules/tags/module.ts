import { operations } from "@souk/contract";
import type { Module } from "../../infrastructure/module.ts";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { createTag } from "./create-tag.ts";
import { deleteTag } from "./delete-tag.ts";
import { countTags, getTag, listTags } from "./list-tags.ts";
import type { ResourceTaggers } from "./resource-tagger.ts";

/** What the tags module needs from other modules. */
export interface TagsDeps {
  resources: ResourceTaggers;
}

/** Create the module of tags. */
export function tagsModule(deps: TagsDeps): Module {
  return { name: "tags", tables: ["tags", "tag_counts"], routes: createTagRoutes(deps) };
}

/** Create the routes of tags. */
function createTagRoutes({ resources }: TagsDeps): Route[] {
  return [
    read(operations.listTags, listTags),
    read(operations.countTags, countTags),
    read(operations.getTag, getTag),
    write(operations.createTag, (tx, call) => createTag(resources, tx, call)),
    // deleteTag is registered as a read, because it commits a transaction of its own for each batch of records.
    read(operations.deleteTag, (database, call) => deleteTag(resources, database, call)),
  ];
}
