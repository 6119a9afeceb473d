import { Text } from "@mantine/core";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import { TagInput } from "../tag-input.tsx";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkDialog } from "./bulk-dialog.tsx";

/** Show the dialog that adds a tag to the selected products, or removes one from them. */
export function ChangeTag({ isAdding, ...props }: BulkActionProps & { isAdding: boolean }) {
  const admin = useAdminConsole();
  const [tag, setTag] = useState("");
  const name = tag.trim();
  const words = isAdding ? texts.products.bulk.tag : texts.products.bulk.untag;
  // Products are changed one at a time, so that a deleted product is listed as failed and the other products are changed.
  const add = (id: number) =>
    admin.tags.create({ body: { name, resource_type: "product", resource_ids: [id] } });
  const remove = async (id: number) => {
    const { product } = await admin.products.get({ params: { id }, query: { fields: "tags" } });
    if (!product.tags.includes(name)) return;
    const tags = product.tags.filter((productTag) => productTag !== name);
    await admin.products.update({ params: { id }, body: { tags } });
  };
  return (
    <BulkDialog
      {...props}
      title={words.title({ count: props.products.length })}
      confirm={words.confirm}
      isReady={name !== "" && !name.includes(",")}
      run={({ id }): Promise<unknown> => (isAdding ? add(id) : remove(id))}
      done={words.done}
    >
      <Text mb="sm">{words.text}</Text>
      <TagInput label={words.label} value={tag} onChange={setTag} />
    </BulkDialog>
  );
}
