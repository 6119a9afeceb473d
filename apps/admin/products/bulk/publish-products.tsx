import { useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { ProductNames } from "./product-names.tsx";

/** Show the dialog that publishes or unpublishes the selected products. */
export function PublishProducts({ isPublished, ...props }: BulkActionProps & { isPublished: boolean }) {
  const admin = useAdminConsole();
  const words = isPublished ? texts.products.bulk.publish : texts.products.bulk.unpublish;
  return (
    <BulkDialog
      {...props}
      title={words.title({ count: props.products.length })}
      confirm={words.confirm}
      run={({ id }) => admin.products.update({ params: { id }, body: { is_published: isPublished } })}
      done={words.done}
    >
      {words.text}
      <ProductNames products={props.products} />
    </BulkDialog>
  );
}
