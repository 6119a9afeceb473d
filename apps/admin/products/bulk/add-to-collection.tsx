import { Text } from "@mantine/core";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { CollectionSelect } from "../../collections/collection-select.tsx";
import { texts } from "../../texts.ts";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkDialog } from "./bulk-dialog.tsx";

/** Show the dialog that adds the selected products to a collection. */
export function AddToCollection(props: BulkActionProps) {
  const admin = useAdminConsole();
  const [collectionId, setCollectionId] = useState<number | null>(null);
  const words = texts.products.bulk.collect;
  return (
    <BulkDialog
      {...props}
      title={words.title({ count: props.products.length })}
      confirm={words.confirm}
      isReady={collectionId !== null}
      run={({ id }) => admin.collects.create({ body: { product_id: id, collection_id: collectionId ?? 0 } })}
      done={words.done}
    >
      <Text mb="sm">{words.text}</Text>
      <CollectionSelect label={words.label} value={collectionId} onChange={setCollectionId} />
    </BulkDialog>
  );
}
