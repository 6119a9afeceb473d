import { useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { ProductNames } from "./product-names.tsx";

/** Show the dialog that deletes the selected products after a confirmation. */
export function DeleteProducts(props: BulkActionProps) {
  const admin = useAdminConsole();
  const words = texts.products.bulk.delete;
  return (
    <BulkDialog
      {...props}
      title={words.title({ count: props.products.length })}
      confirm={words.confirm}
      danger
      run={({ id }) => admin.products.delete({ params: { id } })}
      done={words.done}
    >
      {words.text}
      <ProductNames products={props.products} />
    </BulkDialog>
  );
}
