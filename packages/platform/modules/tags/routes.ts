import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import { createTag } from "./create-tag.ts";
import { deleteTag } from "./delete-tag.ts";
import { countTags, getTag, listTags } from "./list-tags.ts";
import type { TaggedResources } from "./tagged-resource.ts";

/** The operations of tags. */
export function tagRoutes(resources: TaggedResources): Route[] {
  return [
    read(operations.listTags, listTags),
    read(operations.countTags, countTags),
    read(operations.getTag, getTag),
    write(operations.createTag, (tx, call) => createTag(resources, tx, call)),
    // It commits a part at a time by itself.
    read(operations.deleteTag, (database, call) => deleteTag(resources, database, call)),
  ];
}
