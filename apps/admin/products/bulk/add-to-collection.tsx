import { Text } from "@mantine/core";
import { useAdminConsole } from "@souk/ui";
import { useState } from "react";
import { CollectionSelect } from "../../collections/collection-select.tsx";
import { strings } from "../strings.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { DeedProps } from "./deed-props.ts";

/** Puts products into a collection; those that are in it stay as they are. */
export function AddToCollection(props: DeedProps) {
  const admin = useAdminConsole();
  const [collectionId, setCollection] = useState<number | null>(null);
  const words = strings.bulk.collect;
  return (
    <BulkDialog
      {...props}
      title={words.title(props.chosen.length)}
      confirm={words.confirm}
      isReady={collectionId !== null}
      run={({ id }) => admin.collects.create({ body: { product_id: id, collection_id: collectionId ?? 0 } })}
      done={words.done}
    >
      <Text mb="sm">{words.text}</Text>
      <CollectionSelect label={words.label} value={collectionId} onChange={setCollection} />
    </BulkDialog>
  );
}
