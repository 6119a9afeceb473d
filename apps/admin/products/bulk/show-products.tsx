import { useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { BulkActionProps } from "./bulk-action-props.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { ProductNames } from "./product-names.tsx";

/** Show the dialog that makes products visible in the store, or hides them. */
export function ShowProducts({ isShown, ...props }: BulkActionProps & { isShown: boolean }) {
  const admin = useAdminConsole();
  const words = isShown ? texts.products.bulk.publish : texts.products.bulk.hide;
  return (
    <BulkDialog
      {...props}
      title={words.title({ count: props.chosen.length })}
      confirm={words.confirm}
      run={({ id }) => admin.products.update({ params: { id }, body: { is_published: isShown } })}
      done={words.done}
    >
      {words.text}
      <ProductNames products={props.chosen} />
    </BulkDialog>
  );
}
